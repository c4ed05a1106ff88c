// Plain data as it crosses the border: null, integer, text, list, or map in order of insertion.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sim {

/// A scenario that breaks an invariant of the core; Python has checked it before, with places in
/// the file.
class BadScenario : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// An action that is not legal now. The state is as it was.
class IllegalAction : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Value {
  public:
    using List = std::vector<Value>;
    using Map = std::vector<std::pair<std::string, Value>>;

    Value() = default;
    Value(bool x) : data_(static_cast<std::int64_t>(x)), is_bool_(true) {}
    Value(int x) : data_(static_cast<std::int64_t>(x)) {}
    Value(std::int64_t x) : data_(x) {}
    Value(std::string x) : data_(std::move(x)) {}
    Value(std::string_view x) : data_(std::string(x)) {}
    Value(const char* x) : data_(std::string(x)) {}
    Value(List x) : data_(std::move(x)) {}
    Value(Map x) : data_(std::move(x)) {}

    [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
    [[nodiscard]] bool is_bool() const { return is_bool_; }
    [[nodiscard]] const std::int64_t* integer() const { return std::get_if<std::int64_t>(&data_); }
    [[nodiscard]] const std::string* text() const { return std::get_if<std::string>(&data_); }
    [[nodiscard]] const List* list() const { return std::get_if<List>(&data_); }
    [[nodiscard]] const Map* map() const { return std::get_if<Map>(&data_); }

    /// The entry of a map, or null.
    [[nodiscard]] const Value& operator[](std::string_view key) const {
        static const Value kNull;
        if (const Map* m = map())
            for (const auto& [k, v] : *m)
                if (k == key) return v;
        return kNull;
    }
    void set(std::string key, Value value) {
        if (is_null()) data_ = Map{};
        std::get<Map>(data_).emplace_back(std::move(key), std::move(value));
    }

    /// Checked readers; `what` names the place in the message.
    [[nodiscard]] int as_int(std::string_view what) const {
        const auto* x = integer();
        if (x == nullptr) throw BadScenario(std::string(what) + ": expected an integer");
        if (*x < -1'000'000 || *x > 1'000'000)
            throw BadScenario(std::string(what) + ": out of range");
        return static_cast<int>(*x);
    }
    [[nodiscard]] int int_or(std::string_view what, int fallback) const {
        return is_null() ? fallback : as_int(what);
    }
    [[nodiscard]] const std::string& as_text(std::string_view what) const {
        if (const auto* x = text()) return *x;
        throw BadScenario(std::string(what) + ": expected text");
    }
    [[nodiscard]] std::string text_or(std::string_view fallback) const {
        const auto* x = text();
        return x != nullptr ? *x : std::string(fallback);
    }
    [[nodiscard]] const List& as_list(std::string_view what) const {
        if (const auto* x = list()) return *x;
        throw BadScenario(std::string(what) + ": expected a list");
    }

  private:
    std::variant<std::monostate, std::int64_t, std::string, List, Map> data_;
    bool is_bool_ = false;
};

}  // namespace sim
