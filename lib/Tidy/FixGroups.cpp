//===- FixGroups.cpp - Which finding carries which edits ------------------===//

#include "FixGroups.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;

namespace warplint {
namespace {

/// Arrays whose edits belong together.
struct Group {
  std::vector<size_t> Arrays;
  std::vector<SourceEdit> Edits;

  bool sharesAny(ArrayRef<SourceEdit> Others) const {
    return llvm::any_of(Others, [&](const SourceEdit &E) {
      return llvm::is_contained(Edits, E);
    });
  }

  void add(const Group &Other) {
    llvm::append_range(Arrays, Other.Arrays);
    for (const SourceEdit &E : Other.Edits)
      if (!llvm::is_contained(Edits, E))
        Edits.push_back(E);
  }
};

} // namespace

static std::vector<Group> groupsOf(const FileReport &Report) {
  std::vector<Group> Groups;
  for (size_t Array = 0; Array != Report.Layouts.size(); ++Array) {
    const auto &Fix = Report.Layouts[Array].Fix;
    if (!Fix)
      continue;
    Group Joined{{Array}, Fix->Edits};
    for (auto It = Groups.begin(); It != Groups.end();) {
      if (It->sharesAny(Joined.Edits)) {
        Joined.add(*It);
        It = Groups.erase(It);
      } else {
        ++It;
      }
    }
    Groups.push_back(std::move(Joined));
  }
  return Groups;
}

/// The finding that shows the edits of \p Arrays; one in a header may be
/// filtered out, with what it carries.
static std::optional<size_t> carrierOf(ArrayRef<size_t> Arrays,
                                       const FileReport &Report) {
  std::optional<size_t> First;
  for (size_t I = 0; I != Report.Findings.size(); ++I) {
    const Finding &F = Report.Findings[I];
    if (!F.isShown() || !F.Array || !llvm::is_contained(Arrays, *F.Array))
      continue;
    if (F.Where.File == Report.File)
      return I;
    if (!First)
      First = I;
  }
  return First;
}

FixGroups::FixGroups(const FileReport &Report) {
  for (Group &G : groupsOf(Report)) {
    std::optional<size_t> Carrier = carrierOf(G.Arrays, Report);
    if (!Carrier)
      continue;
    llvm::sort(G.Edits, [](const SourceEdit &A, const SourceEdit &B) {
      return A.Offset < B.Offset;
    });
    ByFinding.emplace(*Carrier, std::move(G.Edits));
  }
}

ArrayRef<SourceEdit> FixGroups::editsWith(size_t Index) const {
  auto It = ByFinding.find(Index);
  return It == ByFinding.end() ? ArrayRef<SourceEdit>()
                               : ArrayRef<SourceEdit>(It->second);
}

} // namespace warplint
