// Losses and elimination. Rules: G5.64, G8.1-G8.11.
#include <algorithm>

#include "games/warriors/rules.hpp"

namespace sim::warriors {

namespace {

/// Classes of G5.64 in their order.
constexpr unsigned kCheap = 2, kKnights = 3, kLeader = 4;

/// Answers of one allocation have increasing keys (class, leader, type). Rules: G5.64.
constexpr unsigned key(unsigned cls, unsigned leader, unsigned type = 0) {
    return cls << 16 | leader << 8 | type;
}

struct Piece {
    unsigned leader;
    Points points;
};

}  // namespace

/// The pieces of one side in a battle, as its owner may give them up. Rules: G8.1.
struct Rules::Pieces {
    std::array<Piece, kLeaders> list;
    unsigned count = 0;
    unsigned chief = kNone;  // M of G5.64: the BC if he is among them
};

/// In a pursuit these are the fleeing leaders and their points. Rules: G5.64, G8.17.
Rules::Pieces Rules::pieces_of(const State& s) const {
    Pieces pieces;
    leaders_in(s, s.side, s.area).each([&](int l) {
        const auto leader = static_cast<unsigned>(l);
        pieces.list[pieces.count++] = {leader, troops_of(s, leader)};
    });
    pieces.chief = s.commander[s.side];
    return pieces;
}

/// The hits that all pieces together can meet. Rules: G5.64, G8.2, G8.4.
unsigned Rules::most_hits(const Pieces& pieces) const {
    const Points hired = nibbles(t_.of_class[static_cast<unsigned>(TroopClass::mercenary)]);
    const Points knights = nibbles(t_.of_class[static_cast<unsigned>(TroopClass::knight)]);
    unsigned sum = pieces.count;
    bool mercenaries = false;
    for (unsigned i = 0; i < pieces.count; ++i) {
        const Points p = pieces.list[i].points;
        sum += total(p & ~hired) + total(p & knights);
        mercenaries |= (p & hired) != 0;
    }
    return sum + (mercenaries ? 1U : 0U);
}

/// The hits that answers with later keys can meet. Rules: G5.64a.
unsigned Rules::later_hits(const Pieces& pieces, unsigned after) const {
    unsigned sum = 0;
    for (unsigned i = 0; i < pieces.count; ++i) {
        const auto& [leader, points] = pieces.list[i];
        bool bare = true;
        for (unsigned t = 0; points >> (4 * t) != 0; ++t) {
            const unsigned n = points_of(points, t);
            if (n == 0) continue;
            const TroopClass cls = t_.troops[t].cls;
            const bool knight = cls == TroopClass::knight;
            if (cls == TroopClass::mercenary || key(knight ? kKnights : kCheap, leader, t) <= after)
                bare = false;
            else
                sum += knight ? 2 * n : n;
        }
        if (bare && leader != pieces.chief && key(kLeader, leader) > after) ++sum;
    }
    return sum;
}

/// Can the hits be met to the end after an answer that meets some of them? Rules: G5.64a.
bool Rules::meets(const Pieces& rest, unsigned hits, unsigned fall, unsigned at) const {
    return fall >= hits || later_hits(rest, at) >= hits - fall;
}

/// Rules: G5.64, G5.64a.
void Rules::options_hits(const State& s, ActionList& out) const {
    const unsigned hits = s.pending[s.side];
    if (hits == 0) return;
    Pieces pieces = pieces_of(s);
    if (s.last == 0) {
        if (hits >= most_hits(pieces)) return;  // G8.6
        list_mercenaries(pieces, hits, out);
    }
    const unsigned last = key_of(s.last);
    for (unsigned i = 0; i < pieces.count; ++i) list_points(pieces, i, hits, last, out);
    for (unsigned i = 0; i < pieces.count; ++i) {
        const auto [leader, points] = pieces.list[i];
        const unsigned at = key(kLeader, leader);
        if (points == 0 && leader != pieces.chief && at > last && meets(pieces, hits, 1, at))
            out.add(act(Kind::lose_leader, leader));
    }
}

/// All of them together meet one hit. Rules: G5.64, G8.4.
void Rules::list_mercenaries(const Pieces& pieces, unsigned hits, ActionList& out) const {
    const Points hired = nibbles(t_.of_class[static_cast<unsigned>(TroopClass::mercenary)]);
    Pieces rest = pieces;
    bool any = false;
    for (unsigned i = 0; i < rest.count; ++i) {
        any |= (rest.list[i].points & hired) != 0;
        rest.list[i].points &= ~hired;
    }
    if (any && meets(rest, hits, 1, 0)) out.add(act(Kind::lose_mercenaries));
}

/// Points of one leader with a later key; the pieces are whole again afterwards. Rules: G5.64,
/// G8.2.
void Rules::list_points(
    Pieces& pieces, unsigned i, unsigned hits, unsigned last, ActionList& out) const {
    Piece& piece = pieces.list[i];
    const Points before = piece.points;
    for (unsigned t = 0; before >> (4 * t) != 0; ++t) {
        const TroopClass cls = t_.troops[t].cls;
        const bool knight = cls == TroopClass::knight;
        const unsigned at = key(knight ? kKnights : kCheap, piece.leader, t);
        if (cls == TroopClass::mercenary || at <= last) continue;
        const unsigned most = std::min(points_of(before, t), knight ? (hits + 1) / 2 : hits);
        for (unsigned n = 1; n <= most; ++n) {
            piece.points = before - point(t, n);
            if (meets(pieces, hits, knight ? 2 * n : n, at))
                out.add(act(Kind::lose, piece.leader, t, n));
        }
        piece.points = before;
    }
}

/// The key of an answer, 0 for none and for the mercenaries, which come first. Rules: G5.64.
unsigned Rules::key_of(Action x) const {
    switch (kind_of(x)) {
    case Kind::lose: {
        const bool knight = t_.troops[field_b(x)].cls == TroopClass::knight;
        return key(knight ? kKnights : kCheap, field_a(x), field_b(x));
    }
    case Kind::lose_leader: return key(kLeader, field_a(x));
    default: return 0;
    }
}

/// Take the pieces of an answer away. Rules: G5.64, G8.1-G8.4.
void Rules::lose_pieces(State& s, Action x) const {
    auto& hits = s.pending[s.side];
    unsigned fall = 1;
    if (kind_of(x) == Kind::lose_leader) {
        s.where[field_a(x)] = hit;
    } else if (kind_of(x) == Kind::lose) {
        const unsigned type = field_b(x), n = field_c(x);
        set_troops(s, field_a(x), troops_of(s, field_a(x)) - point(type, n));
        if (type != kInfantry) s.pool[type] = static_cast<std::uint8_t>(s.pool[type] + n);
        fall = t_.troops[type].cls == TroopClass::knight ? 2 * n : n;
    } else {
        const Points hired = nibbles(t_.of_class[static_cast<unsigned>(TroopClass::mercenary)]);
        leaders_in(s, s.side, s.area).each([&](int l) {
            const auto leader = static_cast<unsigned>(l);
            const Points p = troops_of(s, leader);
            for (unsigned t = 0; t < kTroops; ++t)
                s.pool[t] = static_cast<std::uint8_t>(s.pool[t] + points_of(p & hired, t));
            set_troops(s, leader, p & ~hired);
        });
    }
    hits = static_cast<std::uint8_t>(hits - std::min<unsigned>(hits, fall));
    s.last = x;
}

/// Meet a part of the hits; with action 0 there is nothing to choose: no hits, or everything is
/// lost. True when the side is done. Rules: G5.64, G8.6.
bool Rules::allocate(State& s, Action x) const {
    if (x != 0) {
        lose_pieces(s, x);
    } else if (s.pending[s.side] > 0) {
        leaders_in(s, s.side, s.area).each([&](int l) {
            return_troops(s, static_cast<unsigned>(l));
            s.where[static_cast<unsigned>(l)] = hit;
        });
        s.pending[s.side] = 0;
    }
    if (s.pending[s.side] > 0) return false;
    s.last = 0;
    return true;
}

/// NON meets his hits, then INI; then the leaders hit roll. Rules: G8.7, G8.8, G7.16-G7.20.
void Rules::on_hits(State& s, Action x, Dice& d) const {
    if (!allocate(s, x)) return;
    if (s.side != s.initiative) {
        s.side = s.initiative;
        return;
    }
    roll_eliminations(s, d);
    if (leaders_in(s, 0, s.area).none() || leaders_in(s, 1, s.area).none()) {
        end_battle(s);
        return;
    }
    s.side = other(aggressor_of(s));
    s.step = s.more != 0 ? Step::force_question : Step::retreat_question;
}

/// NON's leaders roll first, then INI's; the BC of a side is the last. Rules: G8.8-G8.11.
void Rules::roll_eliminations(State& s, Dice& d) const {
    const Leaders fallen = at(s, hit);
    if (fallen.none()) return;
    for (const Side side : {non(s), s.initiative}) {
        const bool captor = leaders_in(s, other(side), s.area).any();
        const auto roll = [&](int l) {
            const auto leader = static_cast<unsigned>(l);
            const int sum =
                d.six(static_cast<RollId>(RollName::elimination)) + t_.leaders[leader].stars;
            switch (t_.charts.elimination[static_cast<unsigned>(sum - 2)]) {
            case Elimination::killed: kill(s, leader); break;
            case Elimination::captured: captor ? capture(s, leader) : rout(s, leader); break;
            case Elimination::routed: rout(s, leader); break;
            }
        };
        const Leaders own = fallen & s.serves[side];
        const unsigned chief = s.commander[side];
        own.each([&](int l) {
            if (static_cast<unsigned>(l) != chief) roll(l);
        });
        if (chief != kNone && own.test(static_cast<int>(chief))) roll(static_cast<int>(chief));
    }
}

}  // namespace sim::warriors
