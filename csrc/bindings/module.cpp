#include "bindings/bindings.hpp"
#include "core/assert.hpp"

#ifndef SIM_VERSION
#define SIM_VERSION "unknown"
#endif

PYBIND11_MODULE(_core, m, py::mod_gil_not_used()) {
    m.doc() = "Native core of pysim.";
    m.attr("__version__") = SIM_VERSION;
    m.attr("assertions") = sim::kAssertions;
    sim::bindings::register_errors(m);
    sim::bindings::register_state(m);
    sim::bindings::register_batch(m);
}
