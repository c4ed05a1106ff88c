"""What a hex does to sight, movement and combat (W3.15-W3.23, W3.40-W3.45)."""

from __future__ import annotations

from dataclasses import replace

from tests.reference.westeros.hexes import Hex, neighbours
from tests.reference.westeros.position import Place, Unit

__all__ = [
    "add_fire",
    "blocks_dogs",
    "blocks_sight",
    "cover",
    "impassable",
    "is_hill",
    "is_max_two",
    "is_road",
    "ruling",
    "spread_fire",
    "stops",
]

BRIDGES = {"bridge", "stone_bridge"}
FOREST = {"forest", "forest_river", "forest_road"}
ROADS = {"road", "forest_road"}


def ruling(place: Place) -> str:
    """Name the token or terrain whose table row is in force.

    Rules: W3.15 (the token's values replace the hex's), W3.41 (devastated is plains).
    """
    if place.token:
        return place.token
    return "plains" if place.devastated else place.terrain


def blocks_sight(place: Place) -> bool:
    """Tell whether the hex blocks sight by itself; hills have their own rule (W3.11, W3.14).

    A ford is "as the river", which does not block.
    """
    return ruling(place) in FOREST | {"building", "outpost", "siege_engine"}


def blocks_dogs(place: Place) -> bool:
    """Tell whether the hex blocks the sight of war dogs (W9.4, rows river and ford).

    The row of the bridge replaces the river's, and it says no.
    """
    return blocks_sight(place) or ruling(place) in {"river", "forest_river", "ford"}


def is_hill(place: Place) -> bool:
    """Tell whether the hex is elevated (W3.14)."""
    return ruling(place) == "hill"


def is_road(place: Place) -> bool:
    """Tell whether the hex is of road type: road, forest road, bridge (W3.19)."""
    return ruling(place) in ROADS | BRIDGES


def impassable(place: Place, kind: str) -> bool:
    """Tell whether units of a class may never enter the hex now (W3.18 table, W3.20, W3.42)."""
    row = ruling(place)
    if place.fire > 0:
        return True
    if row == "palisade":
        return kind == "cavalry"
    return row in {"river", "forest_river", "lake", "siege_engine"}


def stops(place: Place, came_from: Place) -> bool:
    """Tell whether entering the hex ends the move (W3.16 and the tables)."""
    row = ruling(place)
    if row == "hill":
        return not is_hill(came_from)
    if row == "forest_road":
        return not is_road(came_from)
    return row in {"forest", "building", "marsh", "outpost", "ford", "palisade"}


def is_max_two(attacker: Unit, source: Place, target: Place, mode: str) -> bool:
    """Tell whether the attack rolls two dice at most (W3.17).

    Rules: forest both ways; uphill; out of a ford; ranged out of a building or barracks (W3.31).
    """
    here, there = ruling(source), ruling(target)
    ranged = mode in {"ranged", "war_dogs"}
    return (
        here in FOREST
        or there in FOREST
        or (there == "hill" and here != "hill")
        or here == "ford"
        or (ranged and here == "building")
        or (ranged and here == "outpost" and attacker.side == "barracks")
    )


def cover(place: Place, target: Unit) -> int:
    """Give the hits that the hex of the target takes off (W3.18, W3.20, W3.22, W3.31)."""
    row = "plains" if place.devastated else place.terrain
    went_out = bool(target.engaged_with) and target.engagement_seat == target.seat
    covered = row == "building" or (row == "outpost" and target.side == "barracks")
    return (1 if covered and not went_out else 0) + (1 if place.token == "palisade" else 0)


def add_fire(place: Place, levels: int) -> Place:
    """Add fire, with the burn limit, 4 at most, and the check for devastation.

    Rules: W3.40, W3.41, W3.45.
    """
    if place.burn_limit == 0:
        return place
    level = min(place.fire + levels, place.burn_limit, 4)
    if level < place.burn_limit:
        return replace(place, fire=level)
    if place.token in {"bridge", "palisade", "tent", "siege_engine"}:
        return replace(place, token="", fire=0, burn_limit=0)
    return replace(place, fire=level, devastated=True)


def spread_fire(places: dict[Hex, Place]) -> dict[Hex, Place]:
    """Spread each fire of level 4 to its burnable neighbours (W3.44)."""
    after = dict(places)
    for at, place in places.items():
        if place.fire < 4:
            continue
        for other in neighbours(at).values():
            near = places.get(other)
            if near and near.burn_limit and not near.fire and not near.devastated:
                after[other] = add_fire(near, 1)
    return after
