//===- SourceRangeSet.cpp - What is wrong at which places -----------------===//

#include "SourceRangeSet.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

void SourceMarks::addIn(FileID File, Stretch S) {
  std::vector<Stretch> &Marks = ByFile[File];
  // Kept by beginning. They mostly come in order.
  auto At = llvm::upper_bound(Marks, S, [](const Stretch &L, const Stretch &R) {
    return L.Begin < R.Begin;
  });
  Marks.insert(At, S);
}

void SourceMarks::add(const SourceManager &SM, SourceRange Range, unsigned Id) {
  if (Range.isInvalid())
    return;
  auto [File, Begin] = SM.getDecomposedLoc(SM.getFileLoc(Range.getBegin()));
  auto [Other, End] = SM.getDecomposedLoc(SM.getFileLoc(Range.getEnd()));
  addIn(File, {Begin, Other == File ? std::max(Begin, End) : Begin, Id});
  for (SourceLocation At = SM.getIncludeLoc(File); At.isValid();
       At = SM.getIncludeLoc(File)) {
    auto [Includer, Offset] = SM.getDecomposedLoc(SM.getFileLoc(At));
    addIn(Includer, {Offset, Offset, Id});
    File = Includer;
  }
}

std::optional<unsigned> SourceMarks::firstIn(const SourceManager &SM,
                                             SourceRange Range,
                                             const Filter &Counts) const {
  if (ByFile.empty() || Range.isInvalid())
    return std::nullopt;
  auto [File, Begin] = SM.getDecomposedLoc(SM.getFileLoc(Range.getBegin()));
  auto [Other, End] = SM.getDecomposedLoc(SM.getFileLoc(Range.getEnd()));
  std::optional<unsigned> First;
  auto Look = [&](FileID In, unsigned From, unsigned To) {
    auto It = ByFile.find(In);
    if (It == ByFile.end())
      return;
    for (const Stretch &S : It->second) {
      if (S.Begin > To)
        break;
      if (S.End >= From && (!First || S.Id < *First) &&
          (!Counts || Counts(S.Id)))
        First = S.Id;
    }
  };
  if (File == Other) {
    Look(File, Begin, End);
  } else { // From one file into another: all that may lie between.
    Look(File, Begin, ~0u);
    Look(Other, 0, End);
  }
  return First;
}

} // namespace warplint
