//===- FixGroups.cpp - Which finding carries which edits ------------------===//

#include "FixGroups.h"
#include "warplint/Rewrite/SourceFix.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;

namespace warplint {
namespace {

/// Fixes whose edits belong together.
struct Group {
  std::vector<size_t> Fixes;
  std::vector<FileEdits> Files;

  std::vector<SourceEdit> &editsOf(const std::string &File) {
    auto Found = llvm::find_if(
        Files, [&](const FileEdits &F) { return F.File == File; });
    if (Found != Files.end())
      return Found->Edits;
    return Files.emplace_back(FileEdits{File, {}}).Edits;
  }

  bool sharesAny(const Group &Other) const {
    return llvm::any_of(Files, [&](const FileEdits &Own) {
      return llvm::any_of(Other.Files, [&](const FileEdits &F) {
        return F.File == Own.File &&
               llvm::any_of(F.Edits, [&](const SourceEdit &E) {
                 return llvm::is_contained(Own.Edits, E);
               });
      });
    });
  }

  void add(const Group &Other) {
    llvm::append_range(Fixes, Other.Fixes);
    for (const FileEdits &File : Other.Files)
      addEdits(editsOf(File.File), File.Edits);
  }
};

} // namespace

static std::vector<Group> groupsOf(const FileReport &Report) {
  std::vector<Group> Groups;
  for (const auto &[Index, Fix] : llvm::enumerate(Report.Fixes)) {
    if (!Fix.isProven())
      continue;
    Group Joined;
    Joined.add({{Index}, Fix.Files});
    for (auto It = Groups.begin(); It != Groups.end();) {
      if (It->sharesAny(Joined)) {
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

/// The finding that shows the edits of \p Fixes; one in a header may be
/// filtered out, with what it carries.
static std::optional<size_t> carrierOf(ArrayRef<size_t> Fixes,
                                       const FileReport &Report) {
  std::optional<size_t> First;
  for (const auto &[I, F] : llvm::enumerate(Report.Findings)) {
    bool HasOne = llvm::any_of(
        F.Fixes, [&](size_t Fix) { return llvm::is_contained(Fixes, Fix); });
    if (!F.isShown() || !HasOne)
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
    std::optional<size_t> Carrier = carrierOf(G.Fixes, Report);
    if (!Carrier)
      continue;
    llvm::append_range(ByFinding[*Carrier], std::move(G.Files));
  }
}

ArrayRef<FileEdits> FixGroups::editsWith(size_t Index) const {
  auto It = ByFinding.find(Index);
  return It == ByFinding.end() ? ArrayRef<FileEdits>()
                               : ArrayRef<FileEdits>(It->second);
}

} // namespace warplint
