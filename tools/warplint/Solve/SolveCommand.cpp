//===- SolveCommand.cpp - warplint solve ----------------------------------===//

#include "Commands.h"
#include "Solve.h"

using namespace llvm;

namespace warplint {

static constexpr int Optimal = 0, NotProven = 1;

static int report(Error E) {
  errs() << "warplint solve: error: " << toString(std::move(E)) << '\n';
  return Failed;
}

int runSolveCommand(ArrayRef<const char *> Arguments) {
  Expected<SolveOptions> Options = parseSolveOptions(Arguments);
  if (!Options)
    return report(Options.takeError());
  if (Options->Help) {
    outs() << SolveUsage;
    return finishOutput("warplint solve", Optimal);
  }
  Expected<RemedyRanking> Ranking = findRemedies(Options->Problem);
  if (!Ranking)
    return report(Ranking.takeError());
  if (Options->Json)
    printSolveJson(outs(), *Options, *Ranking);
  else
    printSolveText(outs(), *Options, *Ranking);
  const bool IsOptimal =
      Ranking->Remedies.empty()
          ? Ranking->Before == Ranking->Floor
          : Ranking->Remedies.front().Total <= Ranking->Floor;
  return finishOutput("warplint solve", IsOptimal ? Optimal : NotProven);
}

} // namespace warplint
