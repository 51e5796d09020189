//===- SampleReports.cpp - Reports that the tests print -------------------===//

#include "SampleReports.h"
#include "warplint/Report/JsonReport.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace json = llvm::json;

namespace warplint::test {

/// Lane l loads the word 8*l: byte 32*l. Of the banks 8*l mod 32 each of 0, 8,
/// 16, 24 is met by eight lanes with eight words; bank 0 by every fourth lane.
static AccessVerdict gatherVerdict() {
  AccessVerdict V;
  V.Kind = VerdictKind::Excess;
  V.Worst.Cost.Rule = CostRule::WholeWarp;
  V.Worst.Cost.Predicted = 8;
  V.Worst.Cost.Ideal = 1;
  V.Worst.Cost.Worst = Collision{/*Bank=*/0, /*Lanes=*/0x11111111, /*Ways=*/8};
  V.Worst.Active = AllLanes;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    V.Worst.Address[Lane] = 32 * Lane;
  // 64 threads: two warps, which pay the same.
  V.BestPredicted = 8;
  V.WarpsInBlock = V.WarpsWithExcess = 2;
  V.TotalPredicted = 16;
  V.TotalIdeal = 2;
  return V;
}

static AccessRecord gatherAccess() {
  AccessRecord A;
  A.Where = {"gather.cu", 7, 22, 7, 48};
  A.SourceLine = "out[threadIdx.x] = tile[threadIdx.x * Stride];";
  A.Kernel = "gather";
  A.TemplateArguments = "<8>";
  A.Array = "tile";
  A.ArrayType = "float[512]";
  A.ArrayDeclaration = {"gather.cu", 3, 20, 3, 24};
  A.Instruction = "ld.shared";
  A.BytesPerLane = 4;
  A.Launch = {{64, 1, 1}, LaunchSource::Launch, {"gather.cu", 11, 3, 0, 0}};
  A.Verdict = gatherVerdict();
  A.ExecutionsPerWarp = 1;
  A.PerBlock = {16, 2}; // Two warps, once each.
  A.AddressText = "tile + 32*threadIdx.x";
  return A;
}

FileReport gatherReport() {
  FileReport R;
  R.File = "gather.cu";
  R.Architecture = "sm_90";
  R.Kernels = {"gather<8>"};
  R.Accesses = {gatherAccess()};
  Finding F;
  F.Check = "warplint-bank-conflict";
  F.Where = R.Accesses[0].Where;
  F.Message =
      "8-way bank conflict: this 32-bit load takes 8 wavefronts, ideal 1";
  F.Notes = {{R.Accesses[0].ArrayDeclaration,
              "'tile' is declared here as float[512]"}};
  F.EstimatedExcess = 14; // Two warps, once each, with an excess of 8 - 1.
  R.Findings = {F};
  return R;
}

AccessRecord accessWith(std::string Kernel, VerdictKind Kind,
                        UnprovenReason Reason) {
  AccessRecord A;
  A.Kernel = std::move(Kernel);
  A.Verdict.Kind = Kind;
  A.Verdict.Reason = Reason;
  return A;
}

std::vector<FileReport> variedReports() {
  FileReport Full = gatherReport();
  Full.HadErrors = true;
  Full.ParseErrors.emplace_back().Text =
      "gather.cu:90:1: error: unknown type name 'Params'\n";
  Full.MissingHeaders = {"params.h"};
  Full.Omitted = {{{"gather.cu", 90, 1, 0, 0}, "scatter", "unknown type"},
                  {{}, "<lambda>", "recursive"}};
  Full.Findings[0].Notes.push_back({{}, "block (64,1,1)"});
  Full.Findings[0].Metrics = {{"wavefronts", 8, 1, "wavefronts/request"}};
  Full.Findings[0].Fixes = {0};
  Full.Findings[0].EstimatedGain = 1.5;
  KernelCost Cost;
  Cost.Kernel = "gather";
  Cost.TemplateArguments = "<8>";
  Cost.Where = {"gather.cu", 2, 17, 0, 0};
  Cost.Launch = Full.Accesses[0].Launch;
  Cost.Loops = {{"k", "k < n"}, {"n1", ""}};
  Cost.Rates = pipeRates(measuredTarget());
  Cost.Pipes = {{Pipe::Shared, {{{16, {}}, {0.5, {0, 1}}}}, {{{2, {}}}}}};
  Cost.Lines = {{Full.Accesses[0].Where, {}, Cost.Pipes[0]}};
  Cost.Remarks = {"conditions are taken to hold"};
  Full.Costs = {Cost, KernelCost()};
  Full.Fixes = {{"pad it", "array", {{"gather.cu", {{3, 4, "x"}}}}, "n > 1"}};
  Full.Texts = {{"gather.cu", "0123456789"}};
  AccessRecord &A = Full.Accesses[0];
  A.CallChain = {{{"gather.cu", 5, 3, 5, 9}, "called here by 'gather'"}};
  A.Assumptions = {"the launch is the only one"};
  A.Loops = {
      {"k", 32, false, "k < 32"}, {"", 16, true, ""}, {"i", {}, true, ""}};
  A.LoopDepth = 3;
  A.OtherLaunches = {{A.Launch, VerdictKind::Clean, 1, 1},
                     {{}, VerdictKind::NeverRuns, 0, 0}};
  A.Explained = Explanation();
  A.Explained->Address = A.AddressText;
  A.Explained->Guard = "threadIdx.x < limit[0]";
  A.Explained->Symbols = {
      {"tile", SymbolKind::ArrayBase, 32, 0, INT32_MAX, 16, true, false, {}},
      {"n", SymbolKind::Parameter, 32, INT32_MIN, INT32_MAX, 1, true, true, -3},
      {"b", SymbolKind::BlockIdx, 32, 0, INT32_MAX, 1, false, true, {}},
      {"g", SymbolKind::GridDim, 32, 1, INT32_MAX, 1, true, false, {}},
      {"p[0]",
       SymbolKind::UniformLoad,
       64,
       INT64_MIN,
       INT64_MAX,
       1,
       true,
       false,
       {}},
      {"", SymbolKind::Other, 1, -1, 0, 1, false, true, {}}};
  A.Explained->Opaques = {{"limit[0]", "loaded from memory", false, true},
                          {"", "the result of a call", true, false}};
  A.Verdict.Course = {32, {"n mod 32"}, true, true};
  A.Verdict.DependsOnCase = true;
  A.Verdict.Condition = "conflict-free when pitch is odd";
  using Kind = CaseFact::Kind;
  A.Verdict.Worst.Facts = {{Kind::Value, "n", -3, 0, -1},
                           {Kind::Residue, "pitch", 8, 32, -1},
                           {Kind::Iteration, "s", 4, 0, 1},
                           {Kind::Truth, "first", 1, 0, -1}};
  A.Verdict.Rows = {{A.Verdict.Worst.Facts[1], 8, 1}};

  FileReport Bare;
  Bare.Accesses = {accessWith("k", VerdictKind::NeverRuns),
                   accessWith("k", VerdictKind::Unproven,
                              UnprovenReason::DataDependentIndex),
                   accessWith("k", VerdictKind::Clean)};
  return {Full, Bare};
}

std::string printedJson(const std::vector<FileReport> &Reports) {
  std::string Printed;
  llvm::raw_string_ostream Stream(Printed);
  printJson(Stream, Reports);
  return Printed;
}

json::Value parsedJson(const std::vector<FileReport> &Reports) {
  llvm::Expected<json::Value> Document = json::parse(printedJson(Reports));
  if (Document)
    return std::move(*Document);
  ADD_FAILURE() << llvm::toString(Document.takeError());
  return nullptr;
}

const json::Object &firstAccess(const json::Value &Document) {
  return *Document.getAsObject()
              ->getArray("files")
              ->front()
              .getAsObject()
              ->getArray("accesses")
              ->front()
              .getAsObject();
}

std::string readDocument(const std::string &Name) {
  auto Text = llvm::MemoryBuffer::getFile(WARPLINT_DOCS "/" + Name);
  if (Text)
    return (*Text)->getBuffer().str();
  ADD_FAILURE() << Name << ": " << Text.getError().message();
  return {};
}

} // namespace warplint::test
