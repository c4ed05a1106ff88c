// Closed lists of a game as plain data, for the checks of data files and for programs.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/action.hpp"
#include "core/value.hpp"

namespace sim {

template <std::size_t N>
Value name_list(const std::array<std::string_view, N>& names) {
    Value::List out;
    for (const auto x : names) out.emplace_back(x);
    return out;
}

/// Name, rule id and fields of each kind of action.
template <std::size_t N>
Value kind_list(const std::array<KindDef, N>& kinds) {
    Value::List out;
    for (const KindDef& kind : kinds) {
        Value one;
        one.set("name", kind.name);
        one.set("rule", kind.rule);
        Value::List fields;
        for (const FieldDef& f : kind.fields)
            if (!f.name.empty()) fields.emplace_back(f.name);
        one.set("fields", std::move(fields));
        out.emplace_back(std::move(one));
    }
    return out;
}

/// Finds a name of a closed list; throws BadScenario with the place in the compiled scenario.
template <class E, std::size_t N>
E named(const std::array<std::string_view, N>& names, const Value& v, const std::string& what) {
    const std::string& text = v.as_text(what);
    for (unsigned i = 0; i < N; ++i)
        if (names[i] == text) return static_cast<E>(i);
    throw BadScenario(what + ": unknown name '" + text + "'");
}

}  // namespace sim
