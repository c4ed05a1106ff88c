// What the binding files share: conversion of plain data and the Python-side state object.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <vector>

#include "game/any_game.hpp"

namespace py = pybind11;

namespace sim::bindings {

Value to_value(const py::handle& object);
py::object to_python(const Value& value);

/// A built-in agent by its name; throws ValueError.
Agent agent_named(const std::string& name);

/// A game position with the streams of its dice.
struct PyState {
    std::shared_ptr<const AnyGame> game;
    std::vector<std::byte> bytes;
    Dice dice;
    std::uint64_t seed = 0;
    std::uint64_t number = 0;
    bool has_dice = true;  // views carry no key (no future randomness leaks)
    std::vector<Action> legal;

    void set_legal(const ActionList& list) { legal.assign(list.begin(), list.end()); }
    void list_legal() {
        ActionList list;
        game->legal_actions(bytes.data(), list);
        set_legal(list);
    }
};

void register_state(py::module_& m);
void register_batch(py::module_& m);
void register_errors(py::module_& m);

}  // namespace sim::bindings
