//===- SolveCommand.cpp - warplint solve ----------------------------------===//

#include "Commands.h"
#include "SolveOutput.h"

namespace warplint {

static constexpr int Optimal = 0, NotProven = 1;

static int report(llvm::Error E) {
  llvm::errs() << "warplint solve: error: " << llvm::toString(std::move(E))
               << '\n';
  return Failed;
}

int runSolveCommand(llvm::ArrayRef<const char *> Arguments) {
  llvm::Expected<SolveOptions> Options = parseSolveOptions(Arguments);
  if (!Options)
    return report(Options.takeError());
  if (Options->Help) {
    llvm::outs() << SolveUsage;
    return finishOutput("warplint solve", Optimal);
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
  return finishOutput("warplint solve", IsOptimal ? Optimal : NotProven);
}

} // namespace warplint
