// Checks of preconditions: on in debug, test and sanitizer builds, absent otherwise.
#pragma once

#include <cassert>

#if defined(SIM_ASSERTIONS)
#include <cstdlib>
#define SIM_ASSERT(condition) ((condition) ? static_cast<void>(0) : ::std::abort())
namespace sim {
inline constexpr bool kAssertions = true;
}
#else
#define SIM_ASSERT(condition) static_cast<void>(0)
namespace sim {
inline constexpr bool kAssertions = false;
}
#endif
