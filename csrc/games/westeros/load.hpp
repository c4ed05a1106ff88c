// Readers that the parts of the loader share. Each throws BadScenario with the place in the
// compiled scenario.
#pragma once

#include <array>
#include <string>

#include "game/closed_lists.hpp"
#include "games/westeros/tables.hpp"

namespace sim::westeros {

[[noreturn]] inline void bad(const std::string& what) { throw BadScenario(what); }

template <class E, std::size_t N>
E named_or(const std::array<std::string_view, N>& names, const Value& v, const std::string& what,
    E fallback) {
    return v.is_null() ? fallback : named<E>(names, v, what);
}

/// Terrain, tokens, sight lines, zones (load_board.cpp).
void load_board(Tables& t, const Value& v);
/// Unit types, commanders, cards, units, objectives (load_units.cpp).
void load_units(Tables& t, const Value& v);
/// What follows for the whole battle from all that has been loaded (load_derived.cpp).
void derive(Tables& t);
/// Victory table, special rules, other ends of the battle (load_plan.cpp).
void load_victory(Tables& t, const Value& v);
void load_special(Tables& t, const Value& v);

}  // namespace sim::westeros
