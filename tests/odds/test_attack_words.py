"""What an `Attack` refuses."""

from __future__ import annotations

from typing import Any

import pytest

from pysim.odds import Attack


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        ({"target_rank": "blu"}, ValueError, "target_rank: 'blu' is unknown; did you mean 'blue'"),
        ({"mode": "x"}, ValueError, "mode: 'x' is unknown (allowed: melee, ranged, war_dogs)"),
        ({"target_class": 3}, TypeError, "target_class must be one of infantry, cavalry, ranged"),
        ({"attacker_class": "cavalery"}, ValueError, "did you mean 'cavalry'"),
        ({"aim": "kill"}, ValueError, "aim: 'kill' is unknown"),
        ({"dice": "3"}, TypeError, "dice must be a whole number"),
        ({"dice": 17}, ValueError, "dice must be from 0 to 16, not 17"),
        ({"dice": True}, TypeError, "dice must be a whole number"),
        ({"flank": 1}, TypeError, "flank must be True or False"),
        ({"retreat_room": -1}, ValueError, "retreat_room must be from 0 to 30"),
        ({"rank_dice": (1, 2)}, ValueError, "rank_dice must be three numbers, not 2"),
        ({"rank_dice": (1, 2, 99)}, ValueError, "rank_dice of red must be from 0 to 16"),
    ],
)
def test_wrong_values_are_named(wrong: dict[str, Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind) as caught:
        Attack(**{"dice": 3, "target_rank": "blue", **wrong})
    assert words in str(caught.value)
