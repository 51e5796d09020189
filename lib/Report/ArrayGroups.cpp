//===- ArrayGroups.cpp - The findings about one array ---------------------===//

#include "ArrayGroups.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace warplint {

/// The access that \p F tells of, where its array is known.
static const AccessRecord *accessOf(const Finding &F,
                                    const FileReport &Report) {
  if (!F.Access || *F.Access >= Report.Accesses.size())
    return nullptr;
  const AccessRecord &A = Report.Accesses[*F.Access];
  bool IsCost = A.Verdict.Kind == VerdictKind::Excess;
  return IsCost && A.ArrayDeclaration.isValid() ? &A : nullptr;
}

static auto costOf(const Finding &F) {
  return std::pair(F.EstimatedExcess,
                   F.Metrics.empty() ? 0 : F.Metrics.front().excess());
}

static void addNotes(ArrayRef<FindingNote> From,
                     std::vector<FindingNote> &Notes) {
  for (const FindingNote &N : From)
    if (N.Kind == NoteKind::Array && none_of(Notes, [&](const auto &Known) {
          return Known.Where == N.Where && Known.Message == N.Message;
        }))
      Notes.push_back(N);
}

std::vector<ArrayGroup> arrayGroups(const FileReport &Report) {
  std::vector<ArrayGroup> Groups;
  std::map<std::tuple<StringRef, Severity, SourcePlace, StringRef, StringRef>,
           size_t>
      Known;
  for (const Finding &F : Report.Findings) {
    const AccessRecord *A = accessOf(F, Report);
    if (!A)
      continue;
    auto [At, IsNew] = Known.try_emplace(
        {F.Check, F.Level, A->ArrayDeclaration, A->Array, A->Kernel},
        Groups.size());
    if (IsNew)
      Groups.emplace_back();
    ArrayGroup &G = Groups[At->second];
    addNotes(F.Notes, G.ArrayNotes);
    if (F.Array)
      G.Remedy = &Report.Layouts[*F.Array];
    if (!F.isShown())
      continue;
    if (!G.Worst || costOf(F) > costOf(*G.Worst))
      std::swap(G.Worst, G.Others.emplace_back(&F));
    else
      G.Others.push_back(&F);
  }
  // What can be done for an array is told with the first group of it.
  for (ArrayGroup &G : Groups)
    for (const ArrayGroup &Other : Groups)
      if (G.Remedy && Other.Remedy == G.Remedy)
        addNotes(Other.ArrayNotes, G.ArrayNotes);
  erase_if(Groups, [](const ArrayGroup &G) { return !G.Worst; });
  for (ArrayGroup &G : Groups) {
    erase(G.Others, nullptr);
    llvm::sort(G.Others, [](const Finding *L, const Finding *R) {
      return std::tie(L->Where, L) < std::tie(R->Where, R);
    });
  }
  return Groups;
}

} // namespace warplint
