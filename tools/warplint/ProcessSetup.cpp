//===- ProcessSetup.cpp - Limits and signals of the program ---------------===//

#include "ProcessSetup.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sys/resource.h>

namespace warplint {

void allowFailingWrites() { std::signal(SIGXFSZ, SIG_IGN); }

void allowDeepNesting() {
  constexpr rlim_t Wanted = rlim_t(64) << 20;
  rlimit Limit;
  if (getrlimit(RLIMIT_STACK, &Limit) || Limit.rlim_cur >= Wanted)
    return;
  Limit.rlim_cur = std::min(Limit.rlim_max, Wanted);
  (void)setrlimit(RLIMIT_STACK, &Limit);
}

void keepCrashesSimple() {
  std::signal(SIGQUIT, SIG_DFL);
  setenv("LLVM_DISABLE_SYMBOLIZATION", "1", /*overwrite=*/0);
  llvm::setBugReportMsg("warplint: this is a defect of warplint; please report "
                        "it, with the command above\n");
}

} // namespace warplint
