// Parts of the loader. Each throws BadScenario with the place in the compiled scenario.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "game/closed_lists.hpp"
#include "games/warriors/tables.hpp"

namespace sim::warriors {

inline constexpr std::array<std::string_view, 2> kAreaKinds = {"contested", "neutral"};

[[noreturn]] inline void bad(const std::string& what) { throw BadScenario(what); }

/// A whole number in a range.
inline int within(const Value& v, const std::string& what, int least, int most) {
    const int n = v.as_int(what);
    if (n < least || n > most)
        bad(what + ": from " + std::to_string(least) + " to " + std::to_string(most));
    return n;
}
inline std::uint8_t small(const Value& v, const std::string& what, int least, int most) {
    return static_cast<std::uint8_t>(within(v, what, least, most));
}

/// The number of a record by its id.
template <class List>
std::uint8_t find_id(const List& list, const Value& id, const std::string& what) {
    const std::string& text = id.as_text(what);
    for (unsigned i = 0; i < list.size(); ++i)
        if (list[i].id == text) return static_cast<std::uint8_t>(i);
    bad(what + ": unknown id '" + text + "'");
}

/// A side by its letter; kNeutral for "N", and for "" where that is allowed.
std::uint8_t side_of(const Value& v, const std::string& what, bool empty = false);
/// Points by type; at most kMaxPoints of each.
Points load_points(const Tables& t, const Value& v, const std::string& what);

/// What follows from all that has been loaded (load_derived.cpp). Rules: G9.3-G9.7, G5.67.
void derive(Tables& t);
/// The set-up, and what the options change in it. Rules: G4, G13.10.
void load_setup(Tables& t, const Value& v);
/// A position instead of the set-up (load_position.cpp); the tables are complete.
State load_position(const Tables& t, State empty, const Value& v);

}  // namespace sim::warriors
