// Tests of csrc/core, csrc/dice and the step table: `N passed, N failed`, and exit code 1 if a
// check failed.
#include "check.hpp"

int main() {
    test::bits();
    test::hex_map();
    test::area_map();
    test::step_rows();
    test::actions();
    test::philox();
    test::stream();
    test::faces();
    test::dice();
    test::six_sided();
    test::scripts();
    test::enumeration();
    std::printf("%d passed, %d failed\n", test::tally.passed, test::tally.failed);
    return test::tally.failed == 0 ? 0 : 1;
}
