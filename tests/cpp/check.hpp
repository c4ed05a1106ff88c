// The whole test framework: CHECK counts, prints what failed, and goes on.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace test {

struct Tally {
    int passed = 0;
    int failed = 0;
};
inline Tally tally;

inline void check(bool good, const char* text, const char* file, int line) {
    ++(good ? tally.passed : tally.failed);
    if (!good && tally.failed <= 50) std::printf("%s:%d: failed: %s\n", file, line, text);
}

/// Say whether a call ends its process by abort, as a broken precondition must.
template <class F>
bool aborts(F&& f) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        f();
        _exit(0);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGABRT;
}

void bits();
void hex_map();
void area_map();
void step_rows();
void actions();
void philox();
void stream();
void faces();
void dice();
void six_sided();
void scripts();
void enumeration();

}  // namespace test

#define CHECK(condition) ::test::check((condition), #condition, __FILE__, __LINE__)
