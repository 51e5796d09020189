//===- ExplainTool.cpp - The tools "explain" and "cost" -------------------===//

#include "FileWork.h"
#include "Tools.h"
#include "warplint/Finding/CostSentence.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/CostReport.h"
#include "warplint/Report/ExplainReport.h"
#include "warplint/Session/KernelOptions.h"
#include "warplint/Support/ClosestName.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace warplint {

/// In short without the table of the lanes, which comes behind an empty line.
static Answer::Item explanationOf(const AccessRecord &A, const FileAnswer &Made,
                                  bool Detail) {
  FileReport One;
  One.Accesses = {A};
  std::string Text;
  raw_string_ostream Out(Text);
  printExplanations(Out, Made.FS, /*HasColor=*/false, {One});
  if (!isBelowRoot(A.Where.File))
    One.Accesses[0].SourceLine.clear();
  json::Object Json = firstOf(One, "accesses");
  if (!Detail) {
    Text = StringRef(Text).split("\n\n").first;
    Json = pick(Json,
                "file line column kernel templateArguments assumed array "
                "arrayType kind instruction bytesPerLane executionsPerWarp "
                "perBlock address launch verdict condition reason reasonText "
                "wavefronts ideal warps warpsWithExcess issue assumptions");
  }
  return {"accesses", StringRef(Text).rtrim('\n').str(), std::move(Json)};
}

Error explainTool(const ServerOptions &Options, const Arguments &Given,
                  Answer &Into) {
  auto Asked = FileQuestion::of(Given, FileQuestion::Explanations);
  if (!Asked)
    return Asked.takeError();
  constexpr uint64_t MostLines = UINT32_MAX;
  const ExplainPlace Place = {
      Asked->File, unsigned(std::min(*Given.number("line"), MostLines)),
      unsigned(std::min(Given.number("column").value_or(0), MostLines))};
  Expected<FileAnswer> Made = analyse(Options, *Asked);
  if (!Made)
    return Made.takeError();
  sayIncomplete(*Made, Into);
  std::vector<FileReport> Reports = {Made->Report};
  if (!keepAccessesAt(Reports, Place, *Made->FS))
    return createStringError("'line': " + nothingAt(Reports, Place, *Made->FS));
  std::multimap<SourcePlace, const AccessRecord *> ByPlace;
  for (const auto *Of : {&Reports[0].Accesses, &Reports[0].OtherAccesses})
    for (const AccessRecord &A : *Of)
      ByPlace.emplace(A.Where, &A);
  const auto Accesses = llvm::to_vector(llvm::make_second_range(ByPlace));
  return Into.list(Accesses.size(), [&](size_t Number) {
    return explanationOf(*Accesses[Number], *Made, Into.hasDetail());
  });
}

static Answer::Item costItem(const KernelCost &Cost, const FileReport &Report,
                             bool IsWhole, bool Detail) {
  FileReport One;
  One.Architecture = Report.Architecture;
  One.Costs = {Cost};
  json::Object Json = firstOf(One, "costs");
  if (!IsWhole)
    return {"kernels",
            printable(Cost.Where.File) + ":" + std::to_string(Cost.Where.Line) +
                ": '" + printable(Cost.Kernel + Cost.TemplateArguments) +
                "': " + costSentence(Cost),
            pick(Json, "kernel templateArguments file line per block busiest "
                       "conflictGain sentence bound boundLine boundCycles")};
  if (!Detail)
    Json.erase("lines");
  std::string Text;
  raw_string_ostream Out(Text);
  printCosts(Out, One);
  return {"kernels", StringRef(Text).rtrim('\n').str(), std::move(Json)};
}

Error costTool(const ServerOptions &Options, const Arguments &Given,
               Answer &Into) {
  Expected<FileAnswer> Made = analyse(Options, Given, FileQuestion::Costs);
  if (!Made)
    return Made.takeError();
  const FileReport &Report = Made->Report;
  const std::optional<std::string> Kernel = Given.text("kernel");
  sayIncomplete(*Made, Into);
  std::vector<const KernelCost *> Costs;
  std::vector<std::string> Names;
  for (const KernelCost &Cost : Report.Costs) {
    Names.push_back(Cost.Kernel + Cost.TemplateArguments);
    if (!Kernel || namesKernel(*Kernel, Names.back()))
      Costs.push_back(&Cost);
  }
  if (Kernel && Costs.empty())
    return createStringError(
        "'kernel': no kernel of " + printable(Report.File) + " is named '" +
        *Kernel + "'" +
        didYouMean(*Kernel,
                   std::vector<StringRef>(Names.begin(), Names.end())));
  if (Costs.empty())
    Into.say("no kernel was analyzed");
  const bool IsWhole = Kernel || Into.hasDetail();
  return Into.list(Costs.size(), [&](size_t Number) {
    return costItem(*Costs[Number], Report, IsWhole, Into.hasDetail());
  });
}

} // namespace warplint
