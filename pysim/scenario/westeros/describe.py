"""What each key of a scenario file says, for its JSON Schema.

The keys themselves, their types and limits are in `pysim.scenario.westeros.models`.
"""

from __future__ import annotations

__all__ = ["KEYS", "TABLE_TEXTS"]

TABLE_TEXTS: dict[str, str] = {
    "extends": "Id of a shipped scenario, or path of another file, relative to this one. Tables "
    "are joined key by key; lists and single values replace those of the other file.",
    "unit_types": "Unit types by id: change keys of a shipped one, or add a whole new one.",
    "commanders": "Commanders by id: change keys of a shipped one, or add a whole new one.",
    "decks": "The decks of the Houses by House id.",
    "basic": "Basic decks by id, and in each its cards by id; exactly ten cards with copies.",
    "cards": "Cards of commanders by id; the five cards of a person, copies counted.",
    "tactics": "Tactic boxes by id, which cards name.",
}
"""Keys of a file that stand beside those of a plan."""

_SOURCES = "Where values come from; for the shipped files, not needed in your own."
_AT = "Hex as [column, row]; column 0 is the western one, row 0 the southern one."
_CLASS = "Only units of this class."
_HOUSE = "House id."
_EXTRA = "True for what a game uses only if the option extras is on."

KEYS: dict[str, dict[str, str]] = {
    "Plan": {
        "format": "Version of the file format.",
        "game": "The game that the scenario belongs to.",
        "code": "Short name, shown in lists.",
        "name": "Title.",
        "rounds": "Number of rounds.",
        "momentum": "House that starts with the momentum token, which breaks ties.",
        "morale_start": "Where the morale marker starts: 0 on the hub, n on the second House's "
        "side, -n on the first House's side.",
        "tie": "What decides if points are equal.",
        "map": "The rows of the map, the northernmost first. A row is a text with a terrain code "
        "for each hex and blanks between them. Rows are numbered from 0 in the south; a row with "
        "an odd number has one hex less than one with an even number and lies half a hex east.",
        "houses": "The two sides; the first written is seat 0.",
        "burn_limits": "Fire levels that destroy a token, where they differ from the rules.",
        "concealed_tokens": "House id = concealed tokens, which its units with Dive use up.",
        "brotherhood_tokens": "House id = brotherhood tokens.",
        "units": "Units by number: the first letter of the House and digits.",
        "objectives": "The objective hexes.",
        "special": "Special rules of the scenario.",
        "victory": "What gives victory points.",
        "decide": "A rule that decides the game instead of victory points.",
        "instant": "A condition that wins before the last round.",
        "options": "Rule switches that differ from their defaults.",
        "sources": _SOURCES,
    },
    "House": {
        "edge": "Edge of the map that is home.",
        "order_rating": "Order dice rolled each round.",
        "leadership_rating": "Leadership cards drawn each round.",
        "command_tokens": "Command tokens; a leadership card costs one.",
        "morale_end": "Last space of its morale track; on rout the House loses, on 11 not.",
    },
    "UnitPlace": {
        "type": "Unit type id.",
        "rank": "Rank; it sets movement, dice and the shield that hits the unit.",
        "at": _AT,
        "commander": "Commander id; he takes the place of one figure.",
    },
    "Objective": {
        "at": _AT,
        "owner": "House that controls it at the start.",
        "kind": "What it is, for victory conditions that name a kind.",
        "marker": "Whether control stays after the unit has left.",
    },
    "Special": {
        "op": "Name of the special rule.",
        "at": _AT,
        "seat": _HOUSE,
        "owner": _HOUSE,
        "carrier": "House that may carry the prisoner.",
        "rows": "Rows of the map.",
        "hexes": "Hexes.",
        "places": "Hexes of the two possible places.",
        "units": "Unit numbers.",
        "real": "How many hidden tokens are real.",
        "false": "How many hidden tokens are false.",
        "type": "Unit type id of the units that appear.",
        "rank": "Rank of the units that appear.",
        "tokens": "Number of tokens of each colour.",
        "dice": "How many dice are rolled.",
        "each": "How many tokens of each colour.",
        "kind": "Which hexes.",
        "token": "Kind of token.",
        "round": "First round in which fire is allowed.",
        "free_row": "Row in which the prisoner is free.",
    },
    "Victory": {
        "who": "House id, or both.",
        "when": "When the points are counted.",
        "condition": "What gives the points.",
        "points": "Points; three of them, for green, yellow and red, with enemy_morale.",
        "from_round": "First round in which this counts.",
        "with_commander": "Points instead, if a commander leads the unit.",
        "at": _AT,
        "kind": "Kind of objective.",
        "while_standing": "Count it only as long as it is not destroyed.",
        "area": "Hexes.",
        "per": "Units for which the points are given once.",
        "token": "Kind of token.",
        "name": "Commander id; any commander if left out.",
        "table": "Pairs [row, points].",
        "count": "How many units must be in the row or beyond.",
        "once_destroyed": "Points instead of the levels of fire once it is destroyed.",
    },
    "Decide": {
        "winner": "House that wins if the condition holds after the last round.",
        "otherwise": "House that wins if not.",
        "real_locations": "How many real locations the winner must control.",
        "own_morale": "What the morale of the winner must be.",
    },
    "Instant": {
        "test": "Tested in the Regroup phase, or at once.",
        "points": "Points needed, besides the capture of the enemy's general.",
        "generals": "House id = commander id of its general.",
    },
    "UnitType": {
        "house": _HOUSE,
        "name": "Name.",
        "class": "Class.",
        "figures": "Figures at the start.",
        "move": "Movement as [green, blue, red].",
        "dice": "Attack dice as [green, blue, red]; 0 if there is no such rank.",
        "attacks": "Ways to attack.",
        "keywords": "Keywords; pursue and toughness with a number, as in pursue:2.",
        "formations": "Formations of which the owner chooses one: id and its keywords.",
        "traits": "Words that cards may ask for.",
        "extra": _EXTRA,
        "sources": _SOURCES,
    },
    "Attack": {
        "mode": "Way to attack.",
        "min": "Least distance in hexes; not for melee.",
        "max": "Greatest distance in hexes; not for melee.",
    },
    "Formation": {"id": "Name.", "keywords": "Keywords while it is in force."},
    "Commander": {
        "person": "Who he is; commanders of one person share cards and stand in no battle "
        "together.",
        "house": _HOUSE,
        "name": "Name.",
        "title": "Title.",
        "class": "Class.",
        "command_limit": "Command tokens that may lie on him at the same time.",
        "capture_rating": "Hits in one attack that capture him when he is the last figure.",
        "unit_types": "Unit types that he may lead.",
        "traits": "Words that cards may ask for.",
        "keywords": "Keywords that his unit gets.",
        "ability": "What holds as long as he is on the map.",
        "commit": "What he can do once in a game.",
        "extra": _EXTRA,
        "sources": _SOURCES,
    },
    "Commit": {
        "when": "Moments at which he may do it.",
        "effects": "What it does, one after the other.",
    },
    "Effect": {
        "op": "Name of the operation.",
        "k": "Amount.",
        "n": "Number of units, cards or hexes.",
        "x": "Number of the keyword.",
        "dice": "Dice more.",
        "move": "Movement more.",
        "who": "Whom it reaches.",
        "class": _CLASS,
        "condition": "When it counts.",
        "first_attack": "Only the first attack of the turn.",
        "adjacent": "Only at an adjacent target.",
        "keyword": "Keyword, without its number.",
        "until": "How long it lasts.",
        "area": "Units in the zone of control, or the commander's own unit.",
        "kind": "Kind of order token.",
        "house": "Only units of this House.",
        "trait": "Only units with this trait.",
        "commander": "Person id of the commander whose zone of control counts.",
        "require": "What must hold, or nothing happens.",
        "count": "What k is multiplied with.",
        "die": "A die is rolled first, and its face says which units qualify.",
        "at": "When it happens, if not at once.",
        "box": "Number of the other box, 0 or 1.",
    },
    "Order": {
        "n": "Most units that are ordered.",
        "filter": "Only units of this class, or all of one class.",
        "anywhere": "Also outside the zone of control of the commander who plays the card.",
        "house": "Only units of this House.",
        "trait": "Only units with this trait.",
    },
    "Box": {
        "order": "Whom the box orders; left out if nobody.",
        "effects": "What else it does, one after the other.",
    },
    "Require": {
        "own_morale": "What the own morale must be.",
        "enemy_morale": "What the enemy's morale must be.",
        "pool": "Order tokens that must lie in the own pool; they stay there.",
    },
    "Tactic": {
        "when": "Before or after the command, or while paying.",
        "require": "What must hold.",
        "effects": "What it does, one after the other.",
        "sources": _SOURCES,
    },
    "BasicCard": {
        "copies": "How many of it are in the deck.",
        "name": "Name.",
        "boxes": "Command boxes, one of which is chosen.",
        "sources": _SOURCES,
    },
    "Card": {
        "copies": "How many of it are in the deck.",
        "name": "Name.",
        "boxes": "Command boxes, one of which is chosen.",
        "house": _HOUSE,
        "person": "Whose card it is.",
        "tactic": "Tactic id.",
        "sources": _SOURCES,
    },
    "HouseDeck": {
        "name": "Name of the House.",
        "kind": "A side of its own, or an ally whose units serve another House.",
        "extra": _EXTRA,
        "prefix": "Put before the ids of its basic cards.",
        "basic": "Id of its basic deck.",
        "sources": _SOURCES,
    },
}
"""Model -> key -> what the key says."""
