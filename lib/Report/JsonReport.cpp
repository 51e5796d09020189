//===- JsonReport.cpp - Every access as one JSON document -----------------===//
//
// One function per object of docs/json.md, members in the order given there.
//
//===----------------------------------------------------------------------===//

#include "warplint/Report/JsonReport.h"
#include "Cost/CostJson.h"
#include "JsonParts.h"
#include "LaneTable.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Warp/Sectors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

static void addMembers(JsonStream &J, const CaseFact &Fact) {
  J.add("kind", Fact.What);
  J.add("name", Fact.Name);
  J.add("value", Fact.Value);
  J.add("modulus", onlyIf(Fact.What == CaseFact::Kind::Residue, Fact.Modulus));
}

static json::Array lanesOf(LaneMask Mask) {
  json::Array Lanes;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Mask >> Lane & 1)
      Lanes.push_back(Lane);
  return Lanes;
}

static void addMembers(JsonStream &J, const Collision &C) {
  J.add("bank", C.Bank);
  addFlat(J, "lanes", lanesOf(C.Lanes));
  J.add("ways", C.Ways);
}

/// The worst case lane by lane: what an access is accused with.
static void addMembers(JsonStream &J, const WarpCase &Case) {
  J.add("rule", ruleName(Case.Cost.Rule));
  J.add("active", "0x" + utohexstr(Case.Active, /*LowerCase=*/true, 8));
  json::Array Addresses; // Null for lanes that take no part.
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    Addresses.push_back(
        numberOrNull(onlyIf(Case.Active >> Lane & 1, Case.Address[Lane])));
  addFlat(J, "addresses", Addresses);
  J.add("collision", Case.Cost.Worst);
  J.add("facts", Case.Facts);
}

static void addMembers(JsonStream &J, const CaseRow &Row) {
  J.add("fact", Row.Fact);
  J.add("wavefronts", Row.Predicted);
  J.add("ideal", Row.Ideal);
}

/// What the requests cost, or nulls where no figure was proven. An unproven
/// verdict may hold figures of the cases that were decided: they are not shown,
/// lest they be taken for the access's.
static void addFigures(JsonStream &J, const AccessVerdict &V) {
  const WarpCase &Case = V.Worst;
  if (!hasFigure(V.Kind)) {
    for (StringRef Key :
         {"unit", "wavefronts", "ideal", "warps", "warpsWithExcess",
          "worstBlock", "worstWarp", "witness"})
      J.attribute(Key, nullptr);
    J.add("rows", ArrayRef<CaseRow>());
    return;
  }
  J.add("unit", unitName(Case.Cost.Unit));
  J.attributeObject("wavefronts", [&] {
    J.add("worst", Case.Cost.Predicted);
    J.add("best", V.BestPredicted);
    J.add("total", V.TotalPredicted);
  });
  J.attributeObject("ideal", [&] {
    J.add("worst", Case.Cost.Ideal);
    J.add("total", V.TotalIdeal);
  });
  J.add("warps", V.WarpsInBlock);
  J.add("warpsWithExcess", V.WarpsWithExcess);
  addBlock(J, "worstBlock", V.CostliestBlock);
  J.add("worstWarp", Case.Warp);
  J.add("witness", Case);
  J.add("rows", V.Rows);
}

static void addVerdict(JsonStream &J, const AccessVerdict &V) {
  bool IsUnproven = V.Kind == VerdictKind::Unproven;
  J.add("verdict", V.Kind);
  J.add("dependsOnCase", V.DependsOnCase);
  J.add("condition", orNull(V.Condition));
  J.add("reason", onlyIf(IsUnproven && V.Reason != UnprovenReason::None,
                         reasonName(V.Reason)));
  J.add("reasonText", orNull(IsUnproven ? V.ReasonText : ""));
  addFigures(J, V);
}

static void addMembers(JsonStream &J, const LaunchRecord &Launch) {
  addBlock(J, "block", Launch.Shape);
  J.add("source", orNull(nameOf(Launch.Source)));
  J.add("values", Launch.UsedValues);
  addMembers(J, Launch.Where);
}

static void addMembers(JsonStream &J, const LaunchOutcome &O) {
  J.add("launch", O.Launch);
  J.add("verdict", O.Kind);
  J.add("wavefronts", onlyIf(hasFigure(O.Kind), O.Predicted));
  J.add("ideal", onlyIf(hasFigure(O.Kind), O.Ideal));
}

static void addMembers(JsonStream &J, const EnclosingLoop &Loop) {
  J.add("counter", orNull(Loop.Counter));
  J.add("tripCount", Loop.IsUpperBound ? std::nullopt : Loop.TripCount);
  J.add("atMost", Loop.TripCount);
  J.add("condition", orNull(Loop.Condition));
}

static void addMembers(JsonStream &J, const ExplainedSymbol &S) {
  J.add("name", S.Name);
  J.add("kind", S.Kind);
  J.add("bits", S.Width);
  J.add("low", S.Lo);
  J.add("high", S.Hi);
  J.add("multipleOf", S.MultipleOf);
  J.add("inAddress", S.InAddress);
  J.add("inGuard", S.InGuard);
  J.add("shown", S.Shown);
}

static void addMembers(JsonStream &J, const ExplainedOpaque &O) {
  J.add("name", orNull(O.Name));
  J.add("why", O.Why);
  J.add("inAddress", O.InAddress);
  J.add("inGuard", O.InGuard);
}

static void addMembers(JsonStream &J, const ProofCourse &Course) {
  J.add("cases", Course.Cases);
  J.add("splitOn", Course.SplitOn);
  J.attributeArray("rules", [&] {
    if (Course.UsesRule1)
      J.value("shared-terms-drop-out");
    if (Course.UsesRule2)
      J.value("residues");
  });
}

static void addLane(JsonStream &J, unsigned Lane, const LaneRow &Row) {
  J.add("lane", Lane);
  J.add("active", Row.IsActive);
  addFlat(J, "thread", json::Array(map_range(Row.Thread, numberOrNull)));
  J.add("byte", onlyIf(Row.IsActive, Row.ByteAddress));
  J.add("word", onlyIf(Row.IsActive, Row.Word));
  J.add("bank", onlyIf(Row.IsActive, Row.Bank));
  J.add("group", onlyIf(Row.IsActive, Row.Group));
}

static void addMembers(JsonStream &J, const LaneGroup &Group) {
  J.add("group", Group.Number);
  addFlat(J, "lanes", lanesOf(Group.Lanes));
  J.add("bank", Group.Bank);
  J.attributeArray("turns", [&] {
    for (const auto &[Word, Lanes] : Group.Turns)
      J.object([&, &Word = Word, &Lanes = Lanes] {
        J.add("word", Word);
        addFlat(J, "lanes", lanesOf(Lanes));
      });
  });
}

/// Null but for --explain, which would make every document long.
static void addExplanation(JsonStream &J, const AccessRecord &Access) {
  if (!Access.Explained)
    return J.attribute("explanation", nullptr);
  const Explanation &E = *Access.Explained;
  std::optional<LaneTable> Table = laneTableOf(Access);
  J.attributeObject("explanation", [&] {
    J.add("address", orNull(E.Address));
    J.add("guard", orNull(E.Guard));
    J.add("symbols", E.Symbols);
    J.add("opaques", E.Opaques);
    J.add("proof", Access.Verdict.Course);
    J.attributeArray("lanes", [&] {
      for (unsigned Lane = 0; Table && Lane < WarpSize; ++Lane)
        J.object([&] { addLane(J, Lane, Table->Rows[Lane]); });
    });
    J.add("groups", Table ? Table->Groups : std::vector<LaneGroup>());
  });
}

/// What the compiler issues for the access, see docs/fusion.md.
static void addIssue(JsonStream &J, const AccessRecord &Access) {
  J.add("issue", issueName(Access));
  const IssueRecord Plain;
  const IssueRecord &I = Access.Issue ? *Access.Issue : Plain;
  bool IsWide = I.BytesPerLane != 0;
  J.add("fusedBytes", onlyIf(IsWide, I.BytesPerLane));
  J.add("fusedParts", onlyIf(IsWide, I.Parts));
  bool HasFigure = IsWide && I.Verdict.Kind != VerdictKind::Unproven;
  const WarpCost &Cost = I.Verdict.Worst.Cost;
  J.add("fusedWavefronts", onlyIf(HasFigure, Cost.Predicted));
  J.add("fusedIdeal", onlyIf(HasFigure, Cost.Ideal));
  J.add("fusedWith", I.With);
  J.add("issuedBy", Access.Code && Access.Code->isDecided()
                        ? StringRef(Access.Code->Compiler)
                        : StringRef("model"));
  J.add("issueDoubt", orNull(Access.Code ? Access.Code->Doubt : ""));
  if (!Access.Issue)
    return J.attribute("copies", nullptr);
  J.attributeObject("copies", [&] {
    J.add("total", I.Copies);
    J.add("fused", I.Joined);
    J.add("repeated", I.Repeated);
    J.add("fusedRequests", I.Requests);
    J.add("hoistedOutOf", I.HoistedOutOf);
    J.add("rest", I.HasRest);
  });
}

static void addMembers(JsonStream &J, const TrialRecord &Trial) {
  J.add("template", Trial.Template);
  J.add("source", Trial.From);
  J.attributeArray("arguments", [&] {
    for (const auto &[Name, Value] : Trial.Values)
      J.object([&, &Name = Name, &Value = Value] {
        J.add("name", Name);
        J.add("value", Value);
      });
  });
  addMembers(J, Trial.Where);
}

static void addMembers(JsonStream &J, const TemplateRecord &Template) {
  addMembers(J, Template.Where);
  J.add("name", Template.Name);
  J.add("kernels", Template.Instances);
  J.add("assumed", Template.IsAssumed);
  J.add("tried", Template.Attempts);
  J.add("why", orNull(Template.Why));
}

/// Of a request that is moved in sectors, what is used of them. Addresses of local
/// memory are those of each lane's own.
static std::optional<SectorUse> useOf(const AccessRecord &A) {
  const WarpCase &Worst = A.Verdict.Worst;
  if (!hasFigure(A.Verdict.Kind) || Worst.Cost.Unit != CostUnit::Sectors ||
      A.Request == RequestKind::LocalAccess)
    return std::nullopt;
  return sectorUse(Worst.addresses(), A.BytesPerLane, Worst.Active);
}

static void addMembers(JsonStream &J, const SectorUse &Use) {
  J.add("used", Use.Bytes);
  J.add("moved", Use.bytesMoved());
}

static void addMembers(JsonStream &J, const AccessRecord::BlockTotal &Total) {
  J.add("predicted", Total.Predicted);
  J.add("ideal", Total.Ideal);
}

static void addMembers(JsonStream &J, const AccessRecord &Access) {
  addMembers(J, Access.Where);
  J.add("sourceLine", orNull(Access.SourceLine));
  J.add("kernel", Access.Kernel);
  J.add("templateArguments", Access.TemplateArguments);
  J.add("assumed", Access.isAssumed());
  J.add("trial", Access.Trial);
  J.add("callChain", Access.CallChain);
  J.add("array", orNull(Access.Array));
  J.add("arrayType", orNull(Access.ArrayType));
  J.add("declaration", Access.ArrayDeclaration);
  J.add("kind", Access.Verb);
  J.add("memory", memoryOf(Access));
  J.add("instruction", Access.Instruction);
  J.add("bytesPerLane", Access.BytesPerLane);
  J.add("instances", Access.Instances);
  J.add("executionsPerWarp", Access.ExecutionsPerWarp);
  J.add("hasFixedGuard", Access.HasFixedGuard);
  J.add("loopDepth", Access.LoopDepth);
  J.add("loops", Access.Loops);
  J.add("perBlock", Access.PerBlock);
  J.add("address", orNull(Access.AddressText));
  J.add("launch", Access.Launch);
  J.add("otherLaunches", Access.OtherLaunches);
  addVerdict(J, Access.Verdict);
  J.add("bytes", useOf(Access));
  addIssue(J, Access);
  J.add("assumptions", assumptionsOf(Access));
  J.attributeArray("assumedUndefined", [&] {
    for (const UndefinedMacro &M : Access.Undefined)
      J.value(M.Name);
  });
  addExplanation(J, Access);
}

static void addMembers(JsonStream &J, const Metric &M) {
  J.add("name", M.Name);
  J.add("value", M.Value);
  J.add("ideal", M.Ideal);
  J.add("unit", M.Unit);
}

static void addMembers(JsonStream &J, const Finding &F) {
  J.add("check", F.Check);
  J.add("level", F.Level);
  J.add("assumed", F.IsAssumed);
  addMembers(J, F.Where);
  J.add("message", F.Message);
  J.add("heldBack", orNull(suppressionName(F.SuppressedBy)));
  J.add("notes", F.Notes);
  J.add("weight", F.EstimatedExcess);
  J.add("gain", F.EstimatedGain);
  J.add("layouts", F.Array);
  J.add("metrics", F.Metrics);
  addFlat(J, "fixes", json::Array(F.Fixes));
}

static void addMembers(JsonStream &J, const AnalysedFunction &F) {
  addMembers(J, F.Where);
  J.add("name", F.Name);
  J.add("kernel", F.IsKernel);
  J.add("instances", F.Instances);
  J.add("assumed", F.IsAssumed);
}

static void addMembers(JsonStream &J, const RaceRecord &R) {
  J.add("kernel", R.Kernel);
  J.add("verdict", nameOf(R.Outcome));
  J.add("reason", orNull(R.Reason));
  J.add("place", R.Where);
}

static void addMembers(JsonStream &J, const OccupancyRecord &R) {
  addMembers(J, R.Where);
  J.add("sourceLine", orNull(R.SourceLine));
  J.add("kernel", R.Kernel);
  J.add("templateArguments", R.TemplateArguments);
  J.add("launch", R.Launch);
  J.add("registers", R.Registers);
  J.add("spillStores", R.SpillStores);
  J.add("spillLoads", R.SpillLoads);
  const OccupancyRecord::Residency On =
      R.OnSM.value_or(OccupancyRecord::Residency());
  const bool IsKnown = R.OnSM.has_value();
  J.add("sharedBytes", onlyIf(IsKnown, On.SharedBytes));
  J.add("blocks", onlyIf(IsKnown, On.Blocks));
  J.add("warps", onlyIf(IsKnown, On.Warps));
  J.add("mostWarps", onlyIf(IsKnown, On.MostWarps));
  J.add("limitedBy", onlyIf(IsKnown, nameOf(On.LimitedBy)));
}

static void addMembers(JsonStream &J, const LeftOut &Function) {
  addMembers(J, Function.Where);
  J.add("name", Function.Name);
  J.add("why", Function.Why);
}

static void addMembers(JsonStream &J, const UseRecord &Use) {
  addMembers(J, Use.Where);
  J.add("kernel", Use.Kernel);
  J.add("templateArguments", Use.TemplateArguments);
  J.add("callChain", Use.CallChain);
  J.add("array", orNull(Use.Array));
  J.add("declaration", Use.ArrayDeclaration);
  J.add("kind", Use.Kind);
  J.add("what", Use.What);
}

static void addMembers(JsonStream &J, const OfferedLayout &L) {
  J.add("family", L.Family);
  J.add("description", L.Description);
  J.add("formula", L.Formula);
  J.add("cute", orNull(L.Cute));
  J.add("tensorMode", orNull(L.TensorMode));
  J.add("wavefronts", L.Wavefronts);
  J.add("wavefrontsIfJoined", L.WavefrontsIfJoined);
  J.add("instance", orNull(L.Instance));
  J.add("extraBytes", L.ExtraBytes);
  J.add("optimal", L.IsOptimal);
  J.add("worsened", L.Worsened);
  J.add("problem", orNull(L.BudgetProblem));
  J.add("condition", orNull(L.Condition));
}

static void addMembers(JsonStream &J, const SourceEdit &E) {
  J.add("offset", E.Offset);
  J.add("length", E.Length);
  J.add("text", E.Text);
}

static void addMembers(JsonStream &J, const FileEdits &File) {
  J.add("file", File.File);
  J.add("edits", File.Edits);
}

static void addMembers(JsonStream &J, const Fix &F) {
  J.add("title", F.Title);
  J.add("proven", F.isProven());
  J.add("condition", orNull(F.Condition));
  J.add("files", F.Files);
}

static void addLayouts(JsonStream &J, const ArrayRemedy &R,
                       const FileReport &Report) {
  J.add("array", R.Array);
  J.add("arrayType", R.ArrayType);
  J.add("declaration", R.Declaration);
  J.add("laidOutWith", R.LaidOutWith);
  J.add("kernels", R.Kernels);
  J.add("searched", R.IsSearched);
  J.add("estimate", R.IsEstimate);
  J.add("assumed", R.IsAssumed);
  J.add("assumedBlock", orNull(R.AssumedBlock));
  J.add("wavefronts", onlyIf(R.IsSearched, R.Wavefronts));
  J.add("wavefrontsIfJoined", R.WavefrontsIfJoined);
  J.add("floor", onlyIf(R.IsSearched, R.Floor));
  J.add("offers", R.Layouts);
  J.add("laneOrder", orNull(R.LaneOrder));
  J.add("blockers", R.Blockers);
  J.add("mayBePadded", R.MayBePadded);
  if (!R.Fix)
    return J.attribute("fix", nullptr);
  J.attributeObject("fix", [&] {
    J.add("style", fixStyleName(R.Fix->Style));
    J.add("layout", R.Fix->Layout);
    J.add("edits", Report.Fixes[R.Fix->Fix].Files.front().Edits);
  });
}

static void addMembers(JsonStream &J, const FoundHeader &Header) {
  J.add("name", Header.Name);
  J.add("file", Header.File);
  J.add("others", Header.Others);
}

static void addMembers(JsonStream &J, const UndefinedMacro &M) {
  J.add("name", M.Name);
  addMembers(J, M.Where);
}

static void addMembers(JsonStream &J, const AssumedMacro &A) {
  addMembers(J, A.Macro);
  J.add("kernels", A.Kernels);
}

static void addMembers(JsonStream &J, const FileReport &Report) {
  J.add("file", Report.File);
  J.add("parsedThrough", orNull(Report.ParsedThrough));
  J.add("architecture", Report.Architecture);
  J.add("compiler", orNull(Report.Compiler));
  J.add("compilerProblem", orNull(Report.CompilerProblem));
  J.add("hadErrors", Report.HadErrors);
  J.add("parseErrors", textOf(Report.ParseErrors));
  J.add("missingHeaders", Report.MissingHeaders);
  J.add("foundHeaders", Report.FoundHeaders);
  J.add("assumedUndefined", Report.Undefined);
  J.add("switchedOffBy", Report.SwitchedOffBy);
  J.add("remedies", Report.Repairs);
  J.add("kernels", Report.Kernels);
  J.add("analysed", Report.Analysed);
  J.add("omitted", Report.Omitted);
  J.add("templates", Report.Templates);
  J.add("races", Report.Races);
  J.add("occupancy", Report.Occupancy);
  J.add("findings", Report.Findings);
  J.attributeArray("accesses", [&] {
    for (const auto *Of : {&Report.Accesses, &Report.OtherAccesses})
      for (const AccessRecord &A : *Of)
        J.put(A);
  });
  J.add("uses", Report.Uses);
  J.attributeArray("layouts", [&] {
    for (const ArrayRemedy &R : Report.Layouts)
      J.object([&] { addLayouts(J, R, Report); });
  });
  J.add("fixes", Report.Fixes);
  J.add("costs", Report.Costs);
}

void printJson(raw_ostream &Out, const std::vector<FileReport> &Reports) {
  printDocument(Out, "files", Reports);
}

} // namespace warplint
