// Names that plan rules share with the notation.
#pragma once

#include <array>
#include <string_view>

namespace sim::westeros {

/// What Stark gives for a palisade token: one die of a face, or any two dice (WD B04, rule 2).
inline constexpr std::array<std::string_view, 14> kPayments = {
    "G", "B", "R", "V", "GG", "GB", "GR", "GV", "BB", "BR", "BV", "RR", "RV", "VV"};

}  // namespace sim::westeros
