// What must hold in every state. Rules: G14.53-G14.56, G5.2c.
#include <algorithm>

#include "games/warriors/steps.hpp"

namespace sim::warriors {

namespace {

/// The first phase that finds no area with leaders of both sides, and the last one.
constexpr unsigned kAfterBattles = 4, kBeforePlacement = 8;
/// Phases by their number in G5.1.
constexpr unsigned kSetup = 0, kImpulses = 2, kBattles = 3, kRecruiting = 5, kPlacement = 9,
                   kDistribution = 10;

/// Checks one state and collects what does not hold.
class Inspection {
  public:
    Inspection(const Rules& rules, const State& state)
        : rules_(rules), t_(rules.tables()), s_(state), phase_(state_name(state.step).phase) {}

    [[nodiscard]] std::vector<std::string> broken() && { return std::move(broken_); }

    void markers() {
        const Areas marked = s_.aggressor[0] | s_.aggressor[1];
        check((s_.control[0] & s_.control[1]) == 0, "an area is controlled by one side");
        check(((s_.control[0] | s_.control[1]) & ~t_.contested) == 0,
            "only contested areas controlled");
        check((s_.aggressor[0] & s_.aggressor[1]) == 0, "one aggressor an area");
        check(marked == (marked & known_areas()), "markers lie in areas");
        const Areas battles = rules_.battle_areas(s_);
        const bool peace = phase_ >= kAfterBattles && phase_ <= kBeforePlacement;
        check(!peace || battles == 0, "no area holds leaders of both sides (G14.53)");
        check(!peace || phase_ == kAfterBattles || marked == 0,
            "no aggressor after phase 4 (G14.53)");
        check(phase_ == kSetup || (battles & ~marked) == 0,
            "every battle area has an aggressor (G14.53)");
    }

    /// Rules: G14.54, G14.56.
    void troops() {
        const bool lifting = s_.step == Step::deploy || s_.step == Step::drop;
        for (unsigned t = 0; t < t_.troops.size(); ++t) {
            if (t_.troops[t].supply == kNone) continue;
            unsigned n = s_.pool[t];
            for (const auto& area : s_.unassigned) n += area[t] & (kLifted - 1U);
            for (unsigned l = 0; l < t_.leaders.size(); ++l) n += points_of(troops_of(s_, l), t);
            if (lifting)
                for (const auto& group : s_.hand) n += group[t];
            check(n == t_.troops[t].supply, "points of a special type add up (G14.54)");
        }
        for (unsigned a = 0; a < kAreas; ++a)
            for (unsigned t = 0; t < kTroops; ++t) {
                const bool home = t < t_.troops.size() && t_.troops[t].home == a && s_.turn == 1;
                check(s_.unassigned[a][t] == 0 || !swept() || (home && phase_ <= kRecruiting),
                    "no point unassigned after phase 10 (G14.56)");
            }
        const bool waiting = rules_.at(s_, in_pool).any(),
                   routed = rules_.at(s_, in_rout_box).any();
        check(!waiting || phase_ == kPlacement, "leaders wait in phase 9 only (G5.45, G5.46)");
        check(!routed || (phase_ >= kBattles && phase_ <= kBeforePlacement + 1),
            "the rout box is empty after phase 9 (G14.56)");
    }

    void leaders() {
        check((s_.serves[0] & s_.serves[1]).none(), "a leader serves one side");
        check((t_.aligned[0] - s_.serves[0]).none() && (t_.aligned[1] - s_.serves[1]).none(),
            "aligned leaders serve their side");
        check((s_.serves[0] - t_.everyone).none() && (s_.serves[1] - t_.everyone).none(),
            "only leaders of the scenario serve");
        check(s_.disgraced.none() || phase_ == kBattles || phase_ == kAfterBattles,
            "leaders are disgraced in phases 3 and 4 only (G14.53)");
        check((s_.disgraced - rules_.on_map(s_, 0) - rules_.on_map(s_, 1)).none(),
            "only leaders on the map are disgraced");
        for (unsigned l = 0; l < t_.leaders.size(); ++l) leader(l);
        for (unsigned l = static_cast<unsigned>(t_.leaders.size()); l < kLeaders; ++l)
            check(s_.where[l] == dead && troops_of(s_, l) == 0, "nobody beyond the list");
    }

    /// Rules: G5.50, G8.9.
    void kings() {
        for (unsigned side = 0; side < 2; ++side) {
            const unsigned king = s_.king[side];
            if (king == kNone) continue;
            check(king < t_.leaders.size() && t_.aligned[side].test(static_cast<int>(king)),
                "a king is aligned to his side");
            if (king >= t_.leaders.size()) continue;
            check(t_.leaders[king].stars == kMaxStars, "a king has 3 stars");
            const std::uint8_t at = s_.where[king];
            check(at <= in_pool || at == hit, "a king is in play");
        }
    }

    /// What a step does not use has its neutral value, so equal positions have equal bytes. Rules:
    /// G5.2c.
    void neutral_bytes() {
        check(std::ranges::all_of(s_.unused, [](auto x) { return x == 0; }), "unused bytes are 0");
        check(phase_ == kImpulses || (s_.impulses[0] == 0 && s_.impulses[1] == 0),
            "impulses are left in phase 2 only");
        if (s_.step != Step::deploy && s_.step != Step::drop)
            for (const auto& area : s_.unassigned)
                check(phase_ > kRecruiting + 1 ||
                          std::ranges::none_of(area, [](auto n) { return n >= kLifted; }),
                    "marks of lifting are gone");
        const bool noted = s_.step == Step::deploy || s_.step == Step::drop ||
                           s_.step == Step::siege_retreat || s_.step == Step::escape ||
                           phase_ == kDistribution;
        for (const auto& row : s_.hand)
            check(noted || std::ranges::all_of(row, [](auto n) { return n == 0; }),
                "nothing in hand");
        const bool fighting = phase_ == kBattles && s_.step != Step::select;
        check(fighting ||
                  (s_.commander[0] == kNone && s_.commander[1] == kNone && s_.pending[0] == 0 &&
                      s_.pending[1] == 0 && s_.missed == 0 && s_.besieged == kNone),
            "no battle outside phase 3");
        check(fighting || rules_.at(s_, hit).none(), "nobody is hit outside a battle");
        check(s_.killed_kings == 0 || phase_ >= kBattles, "kings killed this turn");
        check(phase_ >= kBattles || rules_.at(s_, killed).none(), "leaders killed this turn");
        if (s_.step != Step::impulse && s_.step != Step::select) return;
        check(s_.last == 0 && s_.area == kNone && s_.to == kNone && s_.type == kNone &&
                  s_.leader == kNone && s_.left == 0 && s_.more == 0,
            "no sequence is running");
    }

  private:
    void check(bool holds, std::string_view name) {
        if (!holds && std::ranges::find(broken_, name) == broken_.end()) broken_.emplace_back(name);
    }
    [[nodiscard]] Areas known_areas() const {
        Areas known = 0;
        for (unsigned a = 0; a < t_.areas.size(); ++a) known |= area_bit(a);
        return known;
    }
    /// Has phase 10 removed what lay unassigned, and phase 5 raised nothing yet?
    [[nodiscard]] bool swept() const { return phase_ < kRecruiting || phase_ > kDistribution; }

    /// Rules: G14.55, G5.45.
    void leader(unsigned l) {
        const LeaderDef& def = t_.leaders[l];
        const Points p = troops_of(s_, l);
        const std::uint8_t at = s_.where[l];
        check(at < place_count && (at >= kAreas || at < t_.areas.size()), "a leader is somewhere");
        check(total(rules_.handed_out(s_, l)) <= def.capacity,
            "no leader above his command limit (G14.55)");
        check((p & ~nibbles(def.commands)) == 0, "no point its leader may not command (G14.55)");
        check(p == 0 || at < kAreas, "troops only under leaders on the map");
        if (def.side != kNeutral || phase_ == kSetup) return;
        const bool serves = (s_.serves[0] | s_.serves[1]).test(static_cast<int>(l));
        check(serves == (at <= in_prison || at >= killed),
            "a non-aligned leader serves a side exactly in play");
    }

    const Rules& rules_;
    const Tables& t_;
    const State& s_;
    unsigned phase_;
    std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> Rules::check_invariants(const State& s) const {
    Inspection inspection(*this, s);
    inspection.markers();
    inspection.troops();
    inspection.leaders();
    inspection.kings();
    inspection.neutral_bytes();
    return std::move(inspection).broken();
}

}  // namespace sim::warriors
