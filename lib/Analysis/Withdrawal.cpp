//===- Withdrawal.cpp - Verdicts that do not stand ------------------------===//

#include "Withdrawal.h"
#include "warplint/Frontend/Places.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

namespace warplint {

void takeBack(AccessRecord &Record, const std::string &Why) {
  Record.Verdict = AccessVerdict();
  Record.Verdict.Reason = UnprovenReason::NotMeasured;
  Record.Verdict.ReasonText = Why;
  Record.OtherLaunches.clear();
  Record.Promises.clear();
  Record.PerBlock.reset();
  Record.Issue.reset();
}

std::optional<LeftOut> hiddenAccesses(DeviceUnit &Unit,
                                      const KernelModel &Kernel,
                                      const std::string &Name) {
  if (!Kernel.Declaration || !Kernel.sharedAccesses().empty())
    return std::nullopt;
  std::optional<std::string> Why = Unit.doubtOf(*Kernel.Declaration);
  if (!Why)
    return std::nullopt;
  const clang::SourceManager &SM = Unit.ast().getSourceManager();
  const clang::FunctionDecl &Pattern = patternOf(*Kernel.Declaration);
  auto [File, Begin] =
      SM.getDecomposedLoc(SM.getFileLoc(Pattern.getBeginLoc()));
  auto [EndFile, End] = SM.getDecomposedLoc(SM.getFileLoc(Pattern.getEndLoc()));
  if (File != EndFile ||
      !SM.getBufferData(File).slice(Begin, End).contains("__shared__"))
    return std::nullopt;
  return LeftOut{placeOf(SM, Pattern.getLocation()), Name, *Why};
}

} // namespace warplint
