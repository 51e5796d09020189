//===- JsonReport.cpp - Every access as one JSON document -----------------===//
//
// One function per object of docs/json.md, members in the order given there.
//
//===----------------------------------------------------------------------===//

#include "warplint/Report/JsonReport.h"
#include "JsonNames.h"
#include "JsonParts.h"
#include "LaneTable.h"
#include "warplint/Finding/IssueWording.h"
#include "warplint/Finding/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

namespace json = llvm::json;

namespace warplint {

static void writeFact(json::OStream &J, const CaseFact &Fact) {
  bool IsResidue = Fact.What == CaseFact::Kind::Residue;
  J.attribute("kind", jsonFactName(Fact.What));
  J.attribute("name", jsonText(Fact.Name));
  J.attribute("value", Fact.Value);
  J.attribute("modulus",
              IsResidue ? json::Value(Fact.Modulus) : json::Value(nullptr));
}

static json::Array lanesOf(LaneMask Mask) {
  json::Array Lanes;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Mask >> Lane & 1)
      Lanes.push_back(Lane);
  return Lanes;
}

/// Null for lanes that take no part.
static json::Array addressesOf(const WarpCase &Case) {
  json::Array Addresses;
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    Addresses.push_back(Case.Active >> Lane & 1
                            ? json::Value(Case.Address[Lane])
                            : json::Value(nullptr));
  return Addresses;
}

/// The worst case lane by lane: what an access is accused with.
static void writeWitness(json::OStream &J, const WarpCase &Case) {
  J.attribute("rule", jsonText(ruleName(Case.Cost.Rule)));
  std::string Mask;
  llvm::raw_string_ostream(Mask) << llvm::format("0x%08x", Case.Active);
  J.attribute("active", Mask);
  writeFlatArray(J, "addresses", addressesOf(Case));
  if (const std::optional<Collision> &Worst = Case.Cost.Worst)
    J.attributeObject("collision", [&] {
      J.attribute("bank", Worst->Bank);
      writeFlatArray(J, "lanes", lanesOf(Worst->Lanes));
      J.attribute("ways", Worst->Ways);
    });
  else
    J.attribute("collision", nullptr);
  J.attributeArray("facts", [&] {
    for (const CaseFact &Fact : Case.Facts)
      J.object([&] { writeFact(J, Fact); });
  });
}

static void writeRows(json::OStream &J, llvm::ArrayRef<CaseRow> Rows) {
  J.attributeArray("rows", [&] {
    for (const CaseRow &Row : Rows)
      J.object([&] {
        J.attributeObject("fact", [&] { writeFact(J, Row.Fact); });
        J.attribute("wavefronts", Row.Predicted);
        J.attribute("ideal", Row.Ideal);
      });
  });
}

/// What the requests cost, or nulls where no figure was proven. An unproven
/// verdict may hold figures of the cases that were decided: they are not shown,
/// lest they be taken for the access's.
static void writeFigures(json::OStream &J, const AccessVerdict &V) {
  const WarpCase &Case = V.Worst;
  if (V.Kind != VerdictKind::Clean && V.Kind != VerdictKind::Excess) {
    for (llvm::StringRef Key : {"unit", "wavefronts", "ideal", "warps",
                                "warpsWithExcess", "worstWarp", "witness"})
      J.attribute(Key, nullptr);
    writeRows(J, {});
    return;
  }
  J.attribute("unit", jsonText(unitName(Case.Cost.Unit)));
  J.attributeObject("wavefronts", [&] {
    J.attribute("worst", Case.Cost.Predicted);
    J.attribute("best", V.BestPredicted);
    J.attribute("total", V.TotalPredicted);
  });
  J.attributeObject("ideal", [&] {
    J.attribute("worst", Case.Cost.Ideal);
    J.attribute("total", V.TotalIdeal);
  });
  J.attribute("warps", V.WarpsInBlock);
  J.attribute("warpsWithExcess", V.WarpsWithExcess);
  J.attribute("worstWarp", Case.Warp);
  J.attributeObject("witness", [&] { writeWitness(J, Case); });
  writeRows(J, V.Rows);
}

static void writeVerdict(json::OStream &J, const AccessVerdict &V) {
  bool IsUnproven = V.Kind == VerdictKind::Unproven;
  J.attribute("verdict", jsonVerdictName(V.Kind));
  J.attribute("dependsOnCase", V.DependsOnCase);
  J.attribute("condition", textOrNull(V.Condition));
  J.attribute("reason", IsUnproven && V.Reason != UnprovenReason::None
                            ? jsonText(reasonName(V.Reason))
                            : nullptr);
  J.attribute("reasonText", IsUnproven ? textOrNull(V.ReasonText) : nullptr);
  writeFigures(J, V);
}

static void writeLaunch(json::OStream &J, const LaunchRecord &Launch) {
  const LaunchShape &S = Launch.Shape;
  writeFlatArray(
      J, "block",
      json::Array{numberOrNull(S.X), numberOrNull(S.Y), numberOrNull(S.Z)});
  J.attribute("source", textOrNull(Launch.Source));
  writeStrings(J, "values", Launch.UsedValues);
  writePlace(J, Launch.Where);
}

static void writeOtherLaunches(json::OStream &J,
                               llvm::ArrayRef<LaunchOutcome> Outcomes) {
  J.attributeArray("otherLaunches", [&] {
    for (const LaunchOutcome &O : Outcomes)
      J.object([&] {
        bool HasFigure =
            O.Kind == VerdictKind::Clean || O.Kind == VerdictKind::Excess;
        J.attributeObject("launch", [&] { writeLaunch(J, O.Launch); });
        J.attribute("verdict", jsonVerdictName(O.Kind));
        J.attribute("wavefronts", HasFigure ? json::Value(O.Predicted)
                                            : json::Value(nullptr));
        J.attribute("ideal",
                    HasFigure ? json::Value(O.Ideal) : json::Value(nullptr));
      });
  });
}

static void writeLoops(json::OStream &J, llvm::ArrayRef<EnclosingLoop> Loops) {
  J.attributeArray("loops", [&] {
    for (const EnclosingLoop &Loop : Loops)
      J.object([&] {
        J.attribute("counter", textOrNull(Loop.Counter));
        J.attribute("tripCount", Loop.IsUpperBound
                                     ? json::Value(nullptr)
                                     : numberOrNull(Loop.TripCount));
        J.attribute("atMost", numberOrNull(Loop.TripCount));
        J.attribute("condition", textOrNull(Loop.Condition));
      });
  });
}

static void writeSymbols(json::OStream &J,
                         llvm::ArrayRef<ExplainedSymbol> Symbols) {
  J.attributeArray("symbols", [&] {
    for (const ExplainedSymbol &S : Symbols)
      J.object([&] {
        J.attribute("name", jsonText(S.Name));
        J.attribute("kind", jsonText(symbolKindName(S.Kind)));
        J.attribute("bits", S.Width);
        J.attribute("low", S.Lo);
        J.attribute("high", S.Hi);
        J.attribute("multipleOf", S.MultipleOf);
        J.attribute("inAddress", S.InAddress);
        J.attribute("inGuard", S.InGuard);
        J.attribute("shown",
                    S.Shown ? json::Value(*S.Shown) : json::Value(nullptr));
      });
  });
}

static void writeOpaques(json::OStream &J,
                         llvm::ArrayRef<ExplainedOpaque> Opaques) {
  J.attributeArray("opaques", [&] {
    for (const ExplainedOpaque &O : Opaques)
      J.object([&] {
        J.attribute("name", textOrNull(O.Name));
        J.attribute("why", jsonText(O.Why));
        J.attribute("inAddress", O.InAddress);
        J.attribute("inGuard", O.InGuard);
      });
  });
}

static void writeProof(json::OStream &J, const ProofCourse &Course) {
  J.attribute("cases", Course.Cases);
  writeStrings(J, "splitOn", Course.SplitOn);
  J.attributeArray("rules", [&] {
    if (Course.UsesRule1)
      J.value("shared-terms-drop-out");
    if (Course.UsesRule2)
      J.value("residues");
  });
}

static void writeLaneRow(json::OStream &J, unsigned Lane, const LaneRow &Row) {
  J.attribute("lane", Lane);
  J.attribute("active", Row.IsActive);
  json::Array Thread;
  for (std::optional<unsigned> Index : Row.Thread)
    Thread.push_back(Index ? json::Value(*Index) : json::Value(nullptr));
  writeFlatArray(J, "thread", std::move(Thread));
  auto IfActive = [&](int64_t N) {
    return Row.IsActive ? json::Value(N) : json::Value(nullptr);
  };
  J.attribute("byte", IfActive(Row.ByteAddress));
  J.attribute("word", IfActive(Row.Word));
  J.attribute("bank", IfActive(Row.Bank));
  J.attribute("group", IfActive(Row.Group));
}

static void writeLaneGroup(json::OStream &J, const LaneGroup &Group) {
  J.attribute("group", Group.Number);
  writeFlatArray(J, "lanes", lanesOf(Group.Lanes));
  J.attribute("bank", Group.Bank);
  J.attributeArray("turns", [&] {
    for (const auto &[Word, Lanes] : Group.Turns)
      J.object([&, &Word = Word, &Lanes = Lanes] {
        J.attribute("word", Word);
        writeFlatArray(J, "lanes", lanesOf(Lanes));
      });
  });
}

/// Null but for --explain, which would make every document long.
static void writeExplanation(json::OStream &J, const AccessRecord &Access) {
  if (!Access.Explained) {
    J.attribute("explanation", nullptr);
    return;
  }
  const Explanation &E = *Access.Explained;
  std::optional<LaneTable> Table = laneTableOf(Access);
  J.attributeObject("explanation", [&] {
    J.attribute("address", textOrNull(E.Address));
    J.attribute("guard", textOrNull(E.Guard));
    writeSymbols(J, E.Symbols);
    writeOpaques(J, E.Opaques);
    J.attributeObject("proof", [&] { writeProof(J, Access.Verdict.Course); });
    J.attributeArray("lanes", [&] {
      for (unsigned Lane = 0; Table && Lane < WarpSize; ++Lane)
        J.object([&] { writeLaneRow(J, Lane, Table->Rows[Lane]); });
    });
    J.attributeArray("groups", [&] {
      if (Table)
        for (const LaneGroup &Group : Table->Groups)
          J.object([&] { writeLaneGroup(J, Group); });
    });
  });
}

/// What the compiler issues for the access, see docs/fusion.md.
static void writeIssue(json::OStream &J, const AccessRecord &Access) {
  J.attribute("issue", jsonText(issueName(Access)));
  const IssueRecord Plain;
  const IssueRecord &I = Access.Issue ? *Access.Issue : Plain;
  bool IsWide = I.BytesPerLane != 0;
  auto IfWide = [&](uint64_t N) {
    return IsWide ? json::Value(N) : json::Value(nullptr);
  };
  J.attribute("fusedBytes", IfWide(I.BytesPerLane));
  J.attribute("fusedParts", IfWide(I.Parts));
  bool HasFigure = IsWide && I.Verdict.Kind != VerdictKind::Unproven;
  J.attribute("fusedWavefronts",
              HasFigure ? json::Value(I.Verdict.Worst.Cost.Predicted)
                        : json::Value(nullptr));
  J.attribute("fusedIdeal", HasFigure ? json::Value(I.Verdict.Worst.Cost.Ideal)
                                      : json::Value(nullptr));
  J.attributeArray("fusedWith", [&] {
    for (const SourcePlace &Where : I.With)
      J.object([&] { writePlace(J, Where); });
  });
  if (!Access.Issue)
    return J.attribute("copies", nullptr);
  J.attributeObject("copies", [&] {
    J.attribute("total", I.Copies);
    J.attribute("fused", I.Joined);
    J.attribute("repeated", I.Repeated);
    J.attribute("fusedRequests", I.Requests);
    J.attribute("hoistedOutOf", numberOrNull(I.HoistedOutOf));
  });
}

/// Null for an instance that the file has itself.
static void writeTrial(json::OStream &J,
                       const std::optional<TrialRecord> &Trial) {
  if (!Trial)
    return J.attribute("trial", nullptr);
  J.attributeObject("trial", [&] {
    J.attribute("template", jsonText(Trial->Template));
    J.attribute("source", jsonSourceName(Trial->From));
    J.attributeArray("arguments", [&] {
      for (const auto &[Name, Value] : Trial->Values)
        J.object([&, &Name = Name, &Value = Value] {
          J.attribute("name", jsonText(Name));
          J.attribute("value", jsonText(Value));
        });
    });
    writePlace(J, Trial->Where);
  });
}

static void writeTemplate(json::OStream &J, const TemplateRecord &Template) {
  writePlace(J, Template.Where);
  J.attribute("name", jsonText(Template.Name));
  writeStrings(J, "kernels", Template.Instances);
  J.attribute("assumed", Template.IsAssumed);
  J.attribute("tried", Template.Attempts);
  J.attribute("why", textOrNull(Template.Why));
}

static void writeAccess(json::OStream &J, const AccessRecord &Access) {
  writePlace(J, Access.Where);
  J.attribute("sourceLine", textOrNull(Access.SourceLine));
  J.attribute("kernel", jsonText(Access.Kernel));
  J.attribute("templateArguments", jsonText(Access.TemplateArguments));
  J.attribute("assumed", Access.isAssumed());
  writeTrial(J, Access.Trial);
  writeNotes(J, "callChain", Access.CallChain);
  J.attribute("array", textOrNull(Access.Array));
  J.attribute("arrayType", textOrNull(Access.ArrayType));
  J.attributeObject("declaration",
                    [&] { writePlace(J, Access.ArrayDeclaration); });
  J.attribute("kind", jsonVerbName(Access.Verb));
  J.attribute("instruction", jsonText(Access.Instruction));
  J.attribute("bytesPerLane", Access.BytesPerLane);
  J.attribute("instances", Access.Instances);
  J.attribute("executionsPerWarp", numberOrNull(Access.ExecutionsPerWarp));
  J.attribute("hasFixedGuard", Access.HasFixedGuard);
  J.attribute("loopDepth", Access.LoopDepth);
  writeLoops(J, Access.Loops);
  if (Access.PerBlock)
    J.attributeObject("perBlock", [&] {
      J.attribute("predicted", Access.PerBlock->Predicted);
      J.attribute("ideal", Access.PerBlock->Ideal);
    });
  else
    J.attribute("perBlock", nullptr);
  J.attribute("address", textOrNull(Access.AddressText));
  J.attributeObject("launch", [&] { writeLaunch(J, Access.Launch); });
  writeOtherLaunches(J, Access.OtherLaunches);
  writeVerdict(J, Access.Verdict);
  writeIssue(J, Access);
  writeStrings(J, "assumptions", assumptionsOf(Access));
  writeExplanation(J, Access);
}

static void writeMetric(json::OStream &J, const Metric &M) {
  J.attribute("name", jsonText(M.Name));
  J.attribute("value", M.Value);
  J.attribute("ideal", M.Ideal);
  J.attribute("unit", jsonText(M.Unit));
}

static void writeFinding(json::OStream &J, const Finding &F) {
  J.attribute("check", jsonText(F.Check));
  J.attribute("level", jsonSeverityName(F.Level));
  J.attribute("assumed", F.IsAssumed);
  writePlace(J, F.Where);
  J.attribute("message", jsonText(F.Message));
  J.attribute("heldBack", textOrNull(suppressionName(F.HeldBack)));
  writeNotes(J, "notes", F.Notes);
  J.attribute("weight", F.EstimatedExcess);
  J.attribute("layouts", F.Array ? json::Value(static_cast<uint64_t>(*F.Array))
                                 : json::Value(nullptr));
  J.attributeArray("metrics", [&] {
    for (const Metric &M : F.Metrics)
      J.object([&] { writeMetric(J, M); });
  });
  writeFlatArray(J, "fixes", json::Array(F.Fixes));
}

static void writeAnalysed(json::OStream &J, const AnalysedFunction &F) {
  writePlace(J, F.Where);
  J.attribute("name", jsonText(F.Name));
  J.attribute("kernel", F.IsKernel);
  J.attribute("instances", F.Instances);
  J.attribute("assumed", F.IsAssumed);
}

static void writeOmitted(json::OStream &J, const LeftOut &Function) {
  writePlace(J, Function.Where);
  J.attribute("name", jsonText(Function.Name));
  J.attribute("why", jsonText(Function.Why));
}

static void writeUse(json::OStream &J, const UseRecord &Use) {
  writePlace(J, Use.Where);
  J.attribute("kernel", jsonText(Use.Kernel));
  J.attribute("templateArguments", jsonText(Use.TemplateArguments));
  writeNotes(J, "callChain", Use.CallChain);
  J.attribute("array", textOrNull(Use.Array));
  J.attributeObject("declaration",
                    [&] { writePlace(J, Use.ArrayDeclaration); });
  J.attribute("kind", jsonUseName(Use.Kind));
  J.attribute("what", jsonText(Use.What));
}

static void writeOffer(json::OStream &J, const OfferedLayout &L) {
  J.attribute("family", jsonText(L.Family));
  J.attribute("description", jsonText(L.Description));
  J.attribute("formula", jsonText(L.Formula));
  J.attribute("cute", textOrNull(L.Cute));
  J.attribute("tensorMode", textOrNull(L.TensorMode));
  J.attribute("wavefronts", L.Wavefronts);
  J.attribute("extraBytes", L.ExtraBytes);
  J.attribute("optimal", L.IsOptimal);
  J.attributeArray("worsened", [&] {
    for (const SourcePlace &Where : L.Worsened)
      J.object([&] { writePlace(J, Where); });
  });
  J.attribute("problem", textOrNull(L.BudgetProblem));
}

static void writeEdits(json::OStream &J, llvm::ArrayRef<SourceEdit> Edits) {
  J.attributeArray("edits", [&] {
    for (const SourceEdit &E : Edits)
      J.object([&] {
        J.attribute("offset", E.Offset);
        J.attribute("length", E.Length);
        J.attribute("text", jsonText(E.Text));
      });
  });
}

static void writeProvenLayout(json::OStream &J, const ProvenLayout &Proven,
                              const FileReport &Report) {
  J.attribute("style", fixStyleName(Proven.Style));
  J.attribute("layout", static_cast<uint64_t>(Proven.Layout));
  writeEdits(J, Report.Fixes[Proven.Fix].Files.front().Edits);
}

static void writeFix(json::OStream &J, const Fix &F) {
  J.attribute("title", jsonText(F.Title));
  J.attribute("proven", F.isProven());
  J.attribute("condition", textOrNull(F.Condition));
  J.attributeArray("files", [&] {
    for (const FileEdits &File : F.Files)
      J.object([&] {
        J.attribute("file", jsonText(File.File));
        writeEdits(J, File.Edits);
      });
  });
}

static void writeLayouts(json::OStream &J, const ArrayRemedy &R,
                         const FileReport &Report) {
  auto IfSearched = [&](uint64_t N) {
    return R.IsSearched ? json::Value(N) : json::Value(nullptr);
  };
  J.attribute("array", jsonText(R.Array));
  J.attribute("arrayType", jsonText(R.ArrayType));
  J.attributeObject("declaration", [&] { writePlace(J, R.Declaration); });
  writeStrings(J, "kernels", R.Kernels);
  J.attribute("searched", R.IsSearched);
  J.attribute("estimate", R.IsEstimate);
  J.attribute("assumed", R.IsAssumed);
  J.attribute("assumedBlock", textOrNull(R.AssumedBlock));
  J.attribute("wavefronts", IfSearched(R.Wavefronts));
  J.attribute("floor", IfSearched(R.Floor));
  J.attributeArray("offers", [&] {
    for (const OfferedLayout &L : R.Layouts)
      J.object([&] { writeOffer(J, L); });
  });
  J.attribute("laneOrder", textOrNull(R.LaneOrder));
  writeNotes(J, "blockers", R.Blockers);
  J.attribute("mayBePadded", R.MayBePadded);
  if (R.Fix)
    J.attributeObject("fix", [&] { writeProvenLayout(J, *R.Fix, Report); });
  else
    J.attribute("fix", nullptr);
}

static void writeFile(json::OStream &J, const FileReport &Report) {
  J.attribute("file", jsonText(Report.File));
  J.attribute("parsedThrough", textOrNull(Report.ParsedThrough));
  J.attribute("architecture", jsonText(Report.Architecture));
  J.attribute("hadErrors", Report.HadErrors);
  J.attribute("parseErrors", jsonText(Report.ParseErrors));
  writeStrings(J, "missingHeaders", Report.MissingHeaders);
  J.attributeArray("foundHeaders", [&] {
    for (const FoundHeader &Header : Report.FoundHeaders)
      J.object([&] {
        J.attribute("name", jsonText(Header.Name));
        J.attribute("file", jsonText(Header.File));
        writeStrings(J, "others", Header.Others);
      });
  });
  writeStrings(J, "remedies", Report.Remedies);
  writeStrings(J, "kernels", Report.Kernels);
  auto WriteObjects = [&](llvm::StringRef Key, const auto &Items, auto Write) {
    J.attributeArray(Key, [&] {
      for (const auto &Item : Items)
        J.object([&] { Write(J, Item); });
    });
  };
  WriteObjects("analysed", Report.Analysed, writeAnalysed);
  WriteObjects("omitted", Report.Omitted, writeOmitted);
  WriteObjects("templates", Report.Templates, writeTemplate);
  WriteObjects("findings", Report.Findings, writeFinding);
  WriteObjects("accesses", Report.Accesses, writeAccess);
  WriteObjects("uses", Report.Uses, writeUse);
  WriteObjects("layouts", Report.Layouts,
               [&](json::OStream &Out, const ArrayRemedy &R) {
                 writeLayouts(Out, R, Report);
               });
  WriteObjects("fixes", Report.Fixes, writeFix);
}

void printJson(llvm::raw_ostream &Out, const std::vector<FileReport> &Reports) {
  json::OStream J(Out, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("version", JsonSchemaVersion);
    J.attributeObject("tool", [&] {
      J.attribute("name", "warplint");
      J.attribute("version", WARPLINT_VERSION);
    });
    J.attributeArray("files", [&] {
      for (const FileReport &Report : Reports)
        J.object([&] { writeFile(J, Report); });
    });
  });
  Out << '\n';
}

} // namespace warplint
