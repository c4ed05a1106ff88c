// Exceptions of the core and plain data, in Python's terms.
#include "bindings/bindings.hpp"

#include <pybind11/stl.h>

namespace sim::bindings {

void register_errors(py::module_& m) {
    py::register_exception<BadScenario>(m, "BadScenario", PyExc_ValueError);
    py::register_exception<IllegalAction>(m, "IllegalAction", PyExc_ValueError);
}

Value to_value(const py::handle& object) {
    if (object.is_none()) return {};
    if (py::isinstance<py::bool_>(object)) return object.cast<bool>();
    if (py::isinstance<py::int_>(object)) {
        int overflow = 0;
        const long long x = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
        if (overflow != 0)
            throw BadScenario("a compiled scenario holds no integers beyond 64 bits");
        return static_cast<std::int64_t>(x);
    }
    if (py::isinstance<py::str>(object)) return object.cast<std::string>();
    if (py::isinstance<py::dict>(object)) {
        Value::Map map;
        for (const auto& [k, v] : py::reinterpret_borrow<py::dict>(object))
            map.emplace_back(k.cast<std::string>(), to_value(v));
        return map;
    }
    if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object)) {
        Value::List list;
        for (const auto& v : py::reinterpret_borrow<py::sequence>(object))
            list.push_back(to_value(v));
        return list;
    }
    throw BadScenario("a compiled scenario holds only None, bool, int, str, list and dict");
}

py::object to_python(const Value& value) {
    if (const auto* x = value.integer())
        return value.is_bool() ? py::object(py::bool_(*x != 0)) : py::object(py::int_(*x));
    if (const auto* x = value.text()) return py::str(*x);
    if (const auto* x = value.list()) {
        py::list list;
        for (const Value& v : *x) list.append(to_python(v));
        return list;
    }
    if (const auto* x = value.map()) {
        py::dict dict;
        for (const auto& [k, v] : *x) dict[py::str(k)] = to_python(v);
        return dict;
    }
    return py::none();
}

}  // namespace sim::bindings
