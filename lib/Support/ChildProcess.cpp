//===- ChildProcess.cpp - Processes that end with their parent ------------===//

#include "warplint/Support/ChildProcess.h"
#include <csignal>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace warplint {

void endWithParent(int Parent) {
#ifdef __linux__
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Parent) // It has ended before the wish was heard.
    _exit(0);
#endif
}

} // namespace warplint
