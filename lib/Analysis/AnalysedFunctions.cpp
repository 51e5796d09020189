//===- AnalysedFunctions.cpp - Which functions were looked at -------------===//

#include "AnalysedFunctions.h"
#include "TemplateRequests.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace warplint {

/// From the function's name to the end of its body.
static SourcePlace extentOf(const clang::ASTContext &Context,
                            const clang::FunctionDecl &F) {
  return toPlace(Context.getSourceManager(), Context.getLangOpts(),
                 clang::SourceRange(F.getLocation(), F.getEndLoc()));
}

void reportAnalysed(DeviceUnit &Unit, FileReport &Report) {
  clang::ASTContext &Context = Unit.ast();
  std::set<SourcePlace> LeftOut;
  for (const auto &Function : Report.Omitted)
    LeftOut.insert(Function.Where);
  std::map<SourcePlace, AnalysedFunction> Found;
  for (const clang::FunctionDecl *F : Unit.reached()) {
    const clang::FunctionDecl &Pattern = patternOf(*F);
    if (LeftOut.contains(
            placeOf(Context.getSourceManager(), Pattern.getLocation())))
      continue;
    auto [It, New] =
        Found.try_emplace(extentOf(Context, Pattern), AnalysedFunction());
    AnalysedFunction &Entry = It->second;
    std::optional<TrialRecord> Trial = trialOf(Unit.Templates, F);
    bool IsAssumed = Trial && isAssumed(Trial->From);
    if (New) {
      Entry.Where = It->first;
      Entry.Name = Pattern.getQualifiedNameAsString();
      Entry.IsKernel = Pattern.hasAttr<clang::CUDAGlobalAttr>();
      Entry.IsAssumed = true;
    }
    ++Entry.Instances;
    Entry.IsAssumed &= IsAssumed;
  }
  for (auto &[Where, Entry] : Found)
    Report.Analysed.push_back(std::move(Entry));
}

void keepFragment(DeviceUnit &Unit, FileReport &Report) {
  if (Unit.Fragment.empty())
    return;
  auto IsOwn = [&](const SourcePlace &Where) {
    return Where.File == Unit.Fragment;
  };
  std::set<std::string> OwnKernels;
  for (const AnalysedFunction &F : Report.Analysed)
    if (F.IsKernel && IsOwn(F.Where))
      OwnKernels.insert(F.Name);
  auto IsElsewhere = [&](const auto &Record) {
    return !IsOwn(Record.Where) && !OwnKernels.contains(Record.Kernel) &&
           none_of(Record.CallChain,
                   [&](const FindingNote &Call) { return IsOwn(Call.Where); });
  };
  auto StandsElsewhere = [&](const auto &Record) {
    return !IsOwn(Record.Where);
  };
  erase_if(Report.Accesses, IsElsewhere);
  erase_if(Report.Uses, IsElsewhere);
  erase_if(Report.Omitted, StandsElsewhere);
  erase_if(Report.Analysed, StandsElsewhere);
  erase_if(Report.Templates, StandsElsewhere);
  erase_if(Report.Findings, StandsElsewhere);
}

} // namespace warplint
