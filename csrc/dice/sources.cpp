#include "dice/sources.hpp"

#include <utility>

namespace sim {

namespace {

std::uint32_t sample(Dice& dice, const Question& q) {
    switch (q.kind) {
    case Question::Kind::pool: return dice.pool(q.id, static_cast<int>(q.n)).packed;
    case Question::Kind::uniform: return dice.stream(Purpose::dice).below(q.n);
    case Question::Kind::bag: return static_cast<std::uint32_t>(dice.draw(q.id, q.bag));
    case Question::Kind::successes:
        return static_cast<std::uint32_t>(dice.successes(q.id, static_cast<int>(q.n), q.faces));
    }
    return 0;
}

bool allowed(const Question& q, std::uint32_t answer) {
    switch (q.kind) {
    case Question::Kind::pool:
        return answer < kPackedEnd && Faces{answer}.total() == static_cast<int>(q.n);
    case Question::Kind::uniform: return answer < q.n;
    case Question::Kind::bag: return answer < q.bag.size() && q.bag[answer] > 0;
    case Question::Kind::successes: return answer <= q.n;
    }
    return false;
}

std::uint32_t any_answer(const Question& q) {
    if (q.kind == Question::Kind::pool) return Faces::of(Face::green, static_cast<int>(q.n)).packed;
    for (std::uint32_t i = 0; i < q.bag.size(); ++i)
        if (q.bag[i] > 0) return i;
    return 0;
}

std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
    std::uint64_t c = 1;
    for (std::uint64_t i = 1; i <= k; ++i) c = c * (n - k + i) / i;
    return c;
}

unsigned __int128 gcd(unsigned __int128 a, unsigned __int128 b) {
    while (b != 0) {
        a %= b;
        std::swap(a, b);
    }
    return a;
}

void reduce(Weight& w) {
    const auto g = gcd(w.numerator, w.denominator);
    if (g > 1) {
        w.numerator /= g;
        w.denominator /= g;
    }
}

}  // namespace

std::uint32_t RecordSource::answer(const Question& question) {
    const std::uint32_t a = sample(dice_, question);
    log_.push_back({question.id, a});
    return a;
}

std::uint32_t ScriptSource::answer(const Question& question) {
    if (failed_ || next_ == rolls_.size() || rolls_[next_].id != question.id ||
        !allowed(question, rolls_[next_].answer)) {
        if (!failed_) {
            asked_ = question.id;
            asked_n_ = question.n;
        }
        failed_ = true;
        return any_answer(question);
    }
    return rolls_[next_++].answer;
}

void Weight::times(std::uint64_t n, std::uint64_t d) {
    numerator *= n;
    denominator *= d;
    reduce(*this);
}

void Weight::plus(const Weight& other) {
    const auto g = gcd(denominator, other.denominator);
    numerator = numerator * (other.denominator / g) + other.numerator * (denominator / g);
    denominator = denominator / g * other.denominator;
    reduce(*this);
}

EnumerateSource::Branch EnumerateSource::branch_of(const Question& q, bool& overflow) {
    Branch branch;
    if (q.kind == Question::Kind::bag) {
        for (std::uint32_t i = 0; i < q.bag.size(); ++i)
            if (q.bag[i] > 0) branch.choices.push_back({i, q.bag[i]});
    } else if (q.kind == Question::Kind::uniform) {
        for (std::uint32_t i = 0; i < q.n; ++i) branch.choices.push_back({i, 1});
    } else if (q.kind == Question::Kind::successes) {
        const int n = static_cast<int>(q.n);
        for (int x = 0; x <= n; ++x)
            branch.choices.push_back(
                {static_cast<std::uint32_t>(x), success_weight(n, q.faces, x)});
    } else {
        // Every split of n dice over the five faces; weight = multinomial times the sides of each
        // face.
        if (q.n > 20) {
            overflow = true;
            return {{{Faces::of(Face::green, static_cast<int>(q.n)).packed, 1}}, 1, 0};
        }
        const int n = static_cast<int>(q.n);
        for (int m = 0; m <= n; ++m)
            for (int v = 0; v + m <= n; ++v)
                for (int r = 0; r + v + m <= n; ++r)
                    for (int b = 0; b + r + v + m <= n; ++b) {
                        const int g = n - m - v - r - b;
                        std::uint64_t w =
                            choose(static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(m));
                        w *= choose(
                            static_cast<std::uint64_t>(n - m), static_cast<std::uint64_t>(v));
                        w *= choose(
                            static_cast<std::uint64_t>(n - m - v), static_cast<std::uint64_t>(r));
                        w *= choose(static_cast<std::uint64_t>(n - m - v - r),
                            static_cast<std::uint64_t>(b));
                        for (int i = 0; i < g; ++i) w *= 3;
                        for (int i = 0; i < b; ++i) w *= 2;
                        const Faces f = Faces::of(Face::green, g) + Faces::of(Face::blue, b) +
                                        Faces::of(Face::red, r) + Faces::of(Face::morale, m) +
                                        Faces::of(Face::valor, v);
                        branch.choices.push_back({f.packed, w});
                    }
    }
    for (const auto& c : branch.choices) branch.total += c.weight;
    return branch;
}

std::uint32_t EnumerateSource::answer(const Question& question) {
    if (depth_ == path_.size()) path_.push_back(branch_of(question, overflow_));
    const Branch& branch = path_[depth_++];
    return branch.choices[branch.at].answer;
}

bool EnumerateSource::next_path() {
    depth_ = 0;
    while (!path_.empty() && path_.back().at + 1 == path_.back().choices.size()) path_.pop_back();
    if (path_.empty()) return false;
    ++path_.back().at;
    return true;
}

Weight EnumerateSource::weight() const {
    Weight w;
    for (const auto& branch : path_) w.times(branch.choices[branch.at].weight, branch.total);
    return w;
}

}  // namespace sim
