//===- SolveCommand.cpp - warplint solve ----------------------------------===//

#include "SolveCommand.h"
#include "SolveOptions.h"
#include "SolveOutput.h"

namespace warplint {

static constexpr int Optimal = 0, NotProven = 1, Failed = 2;

static int report(llvm::Error E) {
  llvm::errs() << "warplint solve: error: " << llvm::toString(std::move(E))
               << '\n';
  return Failed;
}

static int flushOutput(int ExitCode) {
  llvm::raw_fd_ostream &Out = llvm::outs();
  Out.flush();
  if (!Out.has_error())
    return ExitCode;
  const std::string Message = Out.error().message();
  Out.clear_error();
  return report(llvm::createStringError("can't write the output: " + Message));
}

int runSolveCommand(llvm::ArrayRef<const char *> Arguments) {
  llvm::Expected<SolveOptions> Options = parseSolveOptions(Arguments);
  if (!Options)
    return report(Options.takeError());
  if (Options->Help) {
    llvm::outs() << SolveUsage;
    return flushOutput(Optimal);
  }
  llvm::Expected<RemedyRanking> Ranking = findRemedies(Options->Problem);
  if (!Ranking)
    return report(Ranking.takeError());
  if (Options->Json)
    printSolveJson(llvm::outs(), *Options, *Ranking);
  else
    printSolveText(llvm::outs(), *Options, *Ranking);
  const bool IsOptimal =
      Ranking->Remedies.empty()
          ? Ranking->Before == Ranking->Floor
          : Ranking->Remedies.front().Total <= Ranking->Floor;
  return flushOutput(IsOptimal ? Optimal : NotProven);
}

} // namespace warplint
