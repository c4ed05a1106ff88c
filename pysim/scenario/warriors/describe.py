"""What each key of a warriors scenario file says, for its JSON Schema and templates.

The keys themselves, their types and limits are in `pysim.scenario.warriors.models`.
"""

from __future__ import annotations

__all__ = ["KEYS", "TABLE_TEXTS"]

TABLE_TEXTS: dict[str, str] = {
    "extends": "Id of a shipped scenario, or path of another file, relative to this one. Tables "
    "are joined key by key; lists and single values replace those of the other file.",
    "areas": "Areas by id, in list order: change keys of a shipped one, or take one away.",
    "borders": "Pairs of areas, written AREA-AREA, each pair once; C is clear, O obstructed, "
    "R a river, S a sea connection (G3.6).",
    "troops": "Troop types by id, in list order; the first one is the infantry.",
    "leaders": "Leaders by id, in list order: change keys of a shipped one, or add one.",
    "charts": "Charts and constants: elimination, death, sieges, border limits, victory points.",
}
"""Keys of a file that stand beside those of a scenario."""

_SOURCES = "Where values come from; for the shipped files, not needed in your own."
_AREA = "Area id."
_TROOPS = "Troop type id = number of points."
_CONTROL = "Contested area id = side that controls it; all others are uncontrolled."
_KINGS = "Side = id of the leader who is its king."

KEYS: dict[str, dict[str, str]] = {
    "Plan": {
        "format": "Version of the file format.",
        "game": "The game that the scenario belongs to.",
        "code": "Short name, shown in lists.",
        "name": "Title.",
        "era": "Whose leaders play: those that name this era.",
        "turns": "Number of turns.",
        "initiative": "Side that counts as having had the initiative before the first turn.",
        "rules": "Rules that belong to one scenario only.",
        "capitals": "Side = area id of its capital.",
        "kings": _KINGS,
        "control": _CONTROL,
        "setup": "Leaders of the set-up by id: side, area and troops.",
        "options": "Rule switches that differ from their defaults.",
        "position": "A position from which games start instead of the set-up.",
        "sources": _SOURCES,
    },
    "Rules": {
        "initiative_modifiers": "Kings change the initiative rolls (G5.4).",
        "english_sea": "The English cross the sea from friendly areas two at a time (G9.10).",
    },
    "SetUp": {
        "side": "Side that the leader serves; chosen for a non-aligned one (G4.5).",
        "area": _AREA,
        "troops": _TROOPS,
    },
    "Position": {
        "turn": "Number of the turn.",
        "phase": "Phase, 1 to 11, at whose first decision the game starts.",
        "initiative": "Side that has the initiative.",
        "impulses": "Side = impulses left, in phase 2.",
        "next": "Side of the next impulse, in phase 2.",
        "vp": "Victory points: positive if the English lead, negative if the French do.",
        "control": _CONTROL,
        "aggressor": "Area id = side of its aggressor marker.",
        "kings": _KINGS,
        "leaders": "Leaders by id; those not named are still to come, or dead.",
        "unassigned": "Area id = points that lie there without a leader.",
        "killed": "Who was killed in battle this turn.",
    },
    "LeaderPlace": {
        "where": "Area id, or prison, rout, pool, future, dead; a prison is that of the enemy.",
        "side": "Side that a non-aligned leader serves, on the map or in a prison.",
        "disgraced": "He retreated from a battle this turn.",
        "troops": _TROOPS,
    },
    "Killed": {
        "E": "Ids of the leaders who served the English side.",
        "F": "Ids of the leaders who served the French side.",
        "kings": "Sides whose king is among them.",
    },
    "AreaRow": {
        "name": "Name.",
        "kind": "Contested areas can be controlled, neutral ones cannot.",
        "value": "Value of a contested area.",
        "recruits": "Ids of the special troop types that are raised here.",
        "x": "Place in pictures, from west to east.",
        "y": "Place in pictures, from north to south.",
        "sources": _SOURCES,
    },
    "Troop": {
        "name": "Name.",
        "class": "Class; it says how the points fight and what they absorb.",
        "pool": "Era = number of points; only infantry is unlimited.",
        "commanders": "Era = who may command: any, aligned, listed leaders, knight (G9.5) or "
        "burgundian (G9.5, G9.6).",
        "listed": "Ids of the leaders who may command, where commanders says so.",
        "home": "Neutral area in which mercenaries appear.",
        "min_value": "Least value of an area that raises them.",
        "sources": _SOURCES,
    },
    "Leader": {
        "era": "Era to which he belongs.",
        "name": "Name.",
        "side": "Side that he always serves; N if either side may use him.",
        "entry": "Turn in whose phase 9 he arrives; 0 for the set-up.",
        "stars": "Rank.",
        "bravery": "Bravery.",
        "battle": "Battle rating.",
        "home": "Area id of his home.",
        "longbow": "Whether he counts as a longbow point, too.",
        "hist": "Side that a non-aligned leader served in history (G13.1).",
        "silences": "Whether he can silence a side in a battle, as Joan of Arc does (G7.10).",
        "battle_bonus": "Added to his battle rating while he commands longbow points (G9.4).",
        "sources": _SOURCES,
    },
    "Charts": {
        "elimination": "Results of a die and stars, 2 to 9: K killed, C captured, R routed.",
        "death": "Highest fatal die by age, 1 to 6; the last one is 6.",
        "siege": "Added to value and bravery in the siege number.",
        "gunner_cap": "Most gunner points that count in a siege.",
        "command": "Points that a leader commands for each star.",
        "margin": "Lead in victory points that wins at once.",
        "borders": "Leaders that may cross a border in one impulse or retreat.",
        "points": "Victory points of phase 11.",
        "sources": _SOURCES,
    },
    "BorderLimits": {
        "clear": "Clear border.",
        "obstructed": "Obstructed border.",
        "river": "River.",
        "sea": "Sea connection.",
        "sea_friendly": "Sea connection to a friendly area.",
        "sea_english": "English leaders from a friendly area, where the rule english_sea is on.",
    },
    "ChartPoints": {
        "value": "For a controlled area, by its value from 0 to 3.",
        "killed": "For a leader killed in battle, by his stars from 0 to 3.",
        "capitals": "More for control of the enemy's capital.",
        "king": "More if the leader killed was king.",
    },
}
"""Model -> key -> what the key says."""
