//===- SourceUses.cpp - The uses of arrays in the sources of a parse ------===//

#include "UseFinder.h"
#include "warplint/Rewrite/ArrayUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

std::vector<FileEdits>
ArrayUses::byFile(const std::vector<SourceEdit> &Edits) const {
  std::vector<FileEdits> All;
  for (const UsedFile &File : Files) {
    FileEdits Here{File.Name, {}};
    for (SourceEdit Edit : Edits)
      if (Edit.Offset >= File.Begin && Edit.Offset <= File.End) {
        Edit.Offset -= File.Begin;
        Here.Edits.push_back(std::move(Edit));
      }
    if (!Here.Edits.empty())
      All.push_back(std::move(Here));
  }
  return All;
}

bool ArrayUses::hasTwoForms() const {
  return llvm::any_of(Sites, [](const IndexSite &S) {
    return S.Indices.size() > 1
               ? S.IsFolded || S.Outer
               : !S.Indices.empty() && !S.Indices.front().Splits.empty();
  });
}

bool ArrayUses::hasAddends() const {
  return llvm::any_of(Sites, [](const IndexSite &S) {
    return !S.Indices.empty() && S.Indices.back().Addend;
  });
}

bool ArrayUses::isInLoop() const {
  return llvm::any_of(Sites, [](const IndexSite &S) { return S.Loops > 0; });
}

SourceUses::SourceUses(ASTContext &Context,
                       llvm::function_ref<bool(llvm::StringRef)> MayEdit)
    : Walk(std::make_unique<SourceWalk>(Context, MayEdit)) {}
SourceUses::~SourceUses() = default;

bool SourceUses::isNamedIn(
    const std::set<std::pair<unsigned, unsigned>> &Functions,
    llvm::StringRef Name) const {
  return Name.empty() || llvm::any_of(Walk->Tokens, [&](const NamedToken &T) {
           return T.Name == Name && llvm::any_of(Functions, [&](auto Range) {
                    return Range.first <= T.Offset && T.Offset <= Range.second;
                  });
         });
}

ArrayUses SourceUses::of(llvm::ArrayRef<SharedArray> Arrays) {
  ArrayUses Found = UseFinder(*Walk, Arrays).find();
  llvm::SmallVector<llvm::StringRef, 4> Names;
  for (const SharedArray &A : Arrays)
    Names.push_back(A.declaration().getName());
  Found.Around.Names =
      freeNames(*Walk, llvm::all_equal(Names) ? Names.front() : "shared",
                Found.Around.AreSnakes);
  return Found;
}

} // namespace warplint
