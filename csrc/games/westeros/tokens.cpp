// Order tokens won by cards, and command tokens laid elsewhere. Rules: WD10.25, WD10.33, WD10.41,
// WD2.40 (rearrange_command_tokens).
#include "games/westeros/rules.hpp"

namespace sim::westeros {

using enum Step;

/// Tokens of a kind that nobody holds. Rules: W2.15, W2.16.
int Rules::supply(const State& s, unsigned face) const {
    return t_.options.unlimited_order_tokens ? 10 : 10 - s.pool[0][face] - s.pool[1][face];
}

// T-TYR: one token goes, one of the rolled kind comes. Frame field a: the rolled face.

void Rules::options_token_to_discard(const State& s, ActionList& out) const {
    for (unsigned k = 0; k < kFaces; ++k)
        if (s.pool[s.in_turn][k] > 0)
            out.add(make_action(static_cast<unsigned>(Kind::choose_token_to_discard), k));
}

void Rules::on_token_to_discard(State& s, Action x, Dice&) const {
    const unsigned rolled = top(s).a;
    pop(s);
    --s.pool[s.in_turn][field_a(x)];
    if (supply(s, rolled) > 0) ++s.pool[s.in_turn][rolled];
}

// T-MAR: a token for each die, from the supply or from the enemy. Frame fields b to e: the faces
// still to be dealt.

void Rules::deal_tokens(State& s, Faces faces) const {
    const Seat seat = s.in_turn;
    for (unsigned k = 0; k < kFaces; ++k)
        while (faces[static_cast<Face>(k)] > 0) {
            const bool here = supply(s, k) > 0, there = s.pool[other(seat)][k] > 0;
            if (here && there) {
                const std::uint32_t p = faces.packed;
                push(s, {choose_token_source, 0, static_cast<std::uint8_t>(p),
                            static_cast<std::uint8_t>(p >> 8), static_cast<std::uint8_t>(p >> 16),
                            static_cast<std::uint8_t>(p >> 24)});
                return;
            }
            faces = faces - Faces::of(static_cast<Face>(k));
            if (!here && !there) continue;
            ++s.pool[seat][k];
            if (!here) --s.pool[other(seat)][k];
        }
}

namespace {

Faces faces_in(const Frame& f) {
    return {f.b | static_cast<std::uint32_t>(f.c) << 8 | static_cast<std::uint32_t>(f.d) << 16 |
            static_cast<std::uint32_t>(f.e) << 24};
}

unsigned lowest(Faces faces) {
    unsigned k = 0;
    while (faces[static_cast<Face>(k)] == 0) ++k;
    return k;
}

}  // namespace

void Rules::options_token_source(const State& s, ActionList& out) const {
    const unsigned k = lowest(faces_in(top(s)));
    for (unsigned source = 0; source < kSourceNames.size(); ++source)
        out.add(make_action(static_cast<unsigned>(Kind::choose_token_source), k, source));
}

void Rules::on_token_source(State& s, Action x, Dice&) const {
    const Faces faces = faces_in(top(s));
    const unsigned k = field_a(x);
    pop(s);
    ++s.pool[s.in_turn][k];
    if (field_b(x) != 0) --s.pool[other(s.in_turn)][k];
    deal_tokens(s, faces - Faces::of(static_cast<Face>(k)));
}

// T-GAL: the command token goes to another commander's card.

void Rules::options_other_commander(const State& s, ActionList& out) const {
    each_bit(t_.seat_commanders[s.in_turn], [&](int i) {
        const auto c = static_cast<unsigned>(i);
        if (c != s.lead && s.commander_unit[c] != kNoUnit && s.commander_tokens[c] < t_.limit[c])
            out.add(make_action(static_cast<unsigned>(Kind::choose_other_commander), c));
    });
}

void Rules::on_other_commander(State& s, Action x, Dice&) const {
    pay_command(s, field_a(x));
    open_card(s);
}

// Galbart: the tokens on the own commanders' cards are laid anew.

int Rules::tokens_on_map(const State& s, Seat seat) const {
    int n = 0;
    each_bit(t_.seat_commanders[seat], [&](int c) {
        const auto i = static_cast<unsigned>(c);
        if (s.commander_unit[i] != kNoUnit) n += s.commander_tokens[i];
    });
    return n;
}

/// Would a card be playable through him if his own card had room?
bool Rules::may_lead_through(const State& s, unsigned commander) const {
    const Seat seat = t_.commanders[commander].seat;
    if (s.board_tokens[seat] == 0) return false;
    int room = t_.limit[commander] - 1;
    each_bit(t_.seat_commanders[seat], [&](int c) {
        const auto i = static_cast<unsigned>(c);
        if (i != commander && s.commander_unit[i] != kNoUnit) room += t_.limit[i];
    });
    if (room < tokens_on_map(s, seat)) return false;
    const UnitMask zoc = in_zoc(s, commander);
    for (unsigned card = 0; card < t_.cards[seat].size(); ++card)
        if (s.hand[seat][card] > 0)
            for (const BoxDef& box : t_.cards[seat][card].boxes)
                if (box_usable(s, box, commander, zoc)) return true;
    return false;
}

/// Frame: a tokens left, b seat, c commanders passed, d the one through whom a card must be played.
void Rules::options_token_layout(const State& s, ActionList& out) const {
    const Frame& f = top(s);
    int room = 0, first = -1;
    each_bit(t_.seat_commanders[f.b], [&](int c) {
        const auto i = static_cast<unsigned>(c);
        if (c < f.c || s.commander_unit[i] == kNoUnit) return;
        if (first < 0)
            first = c;
        else
            room += t_.limit[i] - (i == f.d ? 1 : 0);
    });
    const auto now = static_cast<unsigned>(first);
    const int most = t_.limit[now] - (now == f.d ? 1 : 0);
    for (int n = 0; n <= most && n <= f.a; ++n)
        if (f.a - n <= room)
            out.add(make_action(
                static_cast<unsigned>(Kind::choose_token_layout), now, static_cast<unsigned>(n)));
}

void Rules::on_token_layout(State& s, Action x, Dice&) const {
    Frame& f = top(s);
    s.commander_tokens[field_a(x)] = static_cast<std::uint8_t>(field_b(x));
    f.a = static_cast<std::uint8_t>(f.a - field_b(x));
    f.c = static_cast<std::uint8_t>(field_a(x) + 1);
    bool more = false;
    each_bit(t_.seat_commanders[f.b],
        [&](int c) { more |= c >= f.c && s.commander_unit[static_cast<unsigned>(c)] != kNoUnit; });
    if (!more) pop(s);
}

}  // namespace sim::westeros
