//===- FixGroups.cpp - Which finding carries which edits ------------------===//

#include "FixGroups.h"
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

  bool sharesAny(ArrayRef<FileEdits> Others) {
    return llvm::any_of(Others, [&](const FileEdits &Other) {
      const std::vector<SourceEdit> &Own = editsOf(Other.File);
      return llvm::any_of(Other.Edits, [&](const SourceEdit &E) {
        return llvm::is_contained(Own, E);
      });
    });
  }

  void add(const Group &Other) {
    llvm::append_range(Fixes, Other.Fixes);
    for (const FileEdits &File : Other.Files) {
      std::vector<SourceEdit> &Own = editsOf(File.File);
      for (const SourceEdit &E : File.Edits)
        if (!llvm::is_contained(Own, E))
          Own.push_back(E);
    }
  }

  void sort() {
    for (FileEdits &File : Files)
      llvm::sort(File.Edits, [](const SourceEdit &A, const SourceEdit &B) {
        return A.Offset < B.Offset;
      });
  }
};

} // namespace

static std::vector<Group> groupsOf(const FileReport &Report) {
  std::vector<Group> Groups;
  for (const auto &[Index, Fix] : llvm::enumerate(Report.Fixes)) {
    if (!Fix.isProven())
      continue;
    Group Joined{{Index}, Fix.Files};
    for (auto It = Groups.begin(); It != Groups.end();) {
      if (It->sharesAny(Joined.Files)) {
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
    G.sort();
    llvm::append_range(ByFinding[*Carrier], std::move(G.Files));
  }
}

ArrayRef<FileEdits> FixGroups::editsWith(size_t Index) const {
  auto It = ByFinding.find(Index);
  return It == ByFinding.end() ? ArrayRef<FileEdits>()
                               : ArrayRef<FileEdits>(It->second);
}

} // namespace warplint
