//===- AccessDiffJson.cpp - Comparisons read and written as JSON ----------===//

#include "JsonParts.h"
#include "warplint/Report/AccessDiff.h"

using namespace llvm;

namespace warplint {

/// Members have the kind that the schema gives them, or are taken for absent.
static std::string textOf(const json::Object &O, StringRef Name) {
  return O.getString(Name).value_or("").str();
}

static unsigned numberOf(const json::Object &O, StringRef Name) {
  int64_t N = O.getInteger(Name).value_or(0);
  return N < 0 || N > UINT32_MAX ? 0 : static_cast<unsigned>(N);
}

/// Part of what another access issues, or of nothing: see
/// IssueRecord::isSilent.
static bool isSilent(const json::Object &Access) {
  std::string Issue = textOf(Access, "issue");
  const json::Object *Copies = Access.getObject("copies");
  return (Issue == "fused" || Issue == "repeated" || Issue == "unused") &&
         Copies && Copies->getInteger("fusedRequests").value_or(1) == 0;
}

static std::optional<ComparedAccess> readAccess(const json::Object &Access) {
  std::optional<VerdictKind> Verdict = verdictNamed(textOf(Access, "verdict"));
  if (!Verdict)
    return std::nullopt;
  ComparedAccess A;
  A.Where = {textOf(Access, "file"), numberOf(Access, "line"),
             numberOf(Access, "column"), numberOf(Access, "endLine"),
             numberOf(Access, "endColumn")};
  A.Kernel = textOf(Access, "kernel");
  A.TemplateArguments = textOf(Access, "templateArguments");
  A.Array = textOf(Access, "array");
  A.Kind = textOf(Access, "kind");
  A.Source = textOf(Access, "sourceLine");
  A.Verdict = *Verdict;
  const json::Object *Wavefronts = Access.getObject("wavefronts");
  const json::Object *Ideal = Access.getObject("ideal");
  if (Wavefronts && Ideal && !isSilent(Access)) {
    A.Predicted = numberOf(*Wavefronts, "worst");
    A.Ideal = numberOf(*Ideal, "worst");
    A.Unit = textOf(Access, "unit");
  }
  return A;
}

/// What addCompared() wants of a kernel.
static OccupancyRecord readOccupancy(const json::Object &Kernel) {
  OccupancyRecord R;
  R.Kernel = textOf(Kernel, "kernel");
  R.TemplateArguments = textOf(Kernel, "templateArguments");
  R.Where = {textOf(Kernel, "file"), numberOf(Kernel, "line"),
             numberOf(Kernel, "column"), numberOf(Kernel, "endLine"),
             numberOf(Kernel, "endColumn")};
  R.SourceLine = textOf(Kernel, "sourceLine");
  if (Kernel.getInteger("spillStores"))
    R.SpillStores = numberOf(Kernel, "spillStores");
  if (Kernel.getInteger("spillLoads"))
    R.SpillLoads = numberOf(Kernel, "spillLoads");
  if (Kernel.getInteger("warps")) {
    R.OnSM.emplace();
    R.OnSM->Warps = numberOf(Kernel, "warps");
    R.OnSM->MostWarps = std::max(R.OnSM->Warps, numberOf(Kernel, "mostWarps"));
  }
  return R;
}

Expected<std::vector<ComparedAccess>> readAccesses(StringRef Json,
                                                   StringRef Name) {
  auto Fail = [&](const Twine &Why) {
    return createStringError(Name + ": " + Why);
  };
  Expected<json::Value> Root = json::parse(Json);
  if (!Root)
    return Fail("not JSON: " + toString(Root.takeError()));
  const json::Object *Document = Root->getAsObject();
  const json::Array *Files = Document ? Document->getArray("files") : nullptr;
  std::optional<int64_t> Version =
      Document ? Document->getInteger("version") : std::nullopt;
  if (!Files || !Version)
    return Fail("not an output of --format=json");
  if (*Version != JsonSchemaVersion)
    return Fail("version " + Twine(*Version) +
                " of the JSON output, expected " + Twine(JsonSchemaVersion));
  std::vector<ComparedAccess> All;
  for (const json::Value &File : *Files) {
    const json::Object *Report = File.getAsObject();
    const json::Array *Accesses =
        Report ? Report->getArray("accesses") : nullptr;
    if (!Accesses)
      return Fail("not an output of --format=json: a file has no accesses");
    for (const json::Value &Access : *Accesses) {
      const json::Object *Object = Access.getAsObject();
      std::optional<ComparedAccess> A =
          Object ? readAccess(*Object) : std::nullopt;
      if (!A)
        return Fail("not an output of --format=json: an access has no verdict");
      All.push_back(std::move(*A));
    }
    // Documents of older programs have none.
    if (const json::Array *Kernels = Report->getArray("occupancy"))
      for (const json::Value &Kernel : *Kernels)
        if (const json::Object *Object = Kernel.getAsObject())
          addCompared(readOccupancy(*Object), All);
  }
  return All;
}

static void addMembers(JsonStream &J, const ComparedAccess &A) {
  J.add("file", A.Where.File);
  J.add("line", A.Where.Line);
  J.add("column", A.Where.Column);
  J.add("sourceLine", A.Source);
  J.add("verdict", A.Verdict);
  J.add("unit", orNull(A.Unit));
  J.add("wavefronts", onlyIf(A.isProven(), A.Predicted));
  J.add("ideal", onlyIf(A.isProven(), A.Ideal));
}

static void addMembers(JsonStream &J, const AccessChange &C) {
  const ComparedAccess &A = C.After ? *C.After : *C.Before;
  J.add("change", changeName(C.Kind));
  J.add("kernel", A.Kernel);
  J.add("templateArguments", A.TemplateArguments);
  J.add("array", A.Array);
  J.add("kind", A.Kind);
  J.add("before", C.Before);
  J.add("after", C.After);
}

void printDiff(raw_ostream &Out, const std::vector<AccessChange> &Changes) {
  printDocument(Out, "changes", Changes);
}

} // namespace warplint
