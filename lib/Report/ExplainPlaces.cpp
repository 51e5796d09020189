//===- ExplainPlaces.cpp - Which accesses --explain is about --------------===//

#include "warplint/Finding/AccessOrder.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Report/ExplainReport.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include <functional>
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace warplint {

Expected<ExplainPlace> parseExplainPlace(StringRef Text, StringRef Option) {
  auto [Head, Last] = Text.rsplit(':');
  auto [File, Middle] = Head.rsplit(':');
  ExplainPlace Place;
  unsigned Number = 0;
  bool HasColumn = !File.empty() && !Middle.getAsInteger(10, Number);
  StringRef Line = HasColumn ? Middle : Last;
  Place.File = (HasColumn ? File : Head).str();
  if (Place.File.empty() || Line.getAsInteger(10, Place.Line) ||
      Place.Line == 0 ||
      (HasColumn && (Last.getAsInteger(10, Place.Column) || !Place.Column)))
    return createStringError(
        Option + "=" + Text +
        ": expected FILE:LINE or FILE:LINE:COLUMN, both from 1");
  return Place;
}

namespace {

/// Tells whether a name is that of one file.
auto sameFile(StringRef Name, vfs::FileSystem &FS) {
  auto Real = [&FS](StringRef Of) {
    SmallString<128> Path;
    return FS.getRealPath(Of, Path) ? std::string() : std::string(Path);
  };
  return [Real, Name, RealName = Real(Name)](StringRef Other) {
    return Other == Name || (!RealName.empty() && Real(Other) == RealName);
  };
}

/// The instance that findings tell of comes first of those of one access.
void orderInstances(std::vector<AccessRecord> &Accesses) {
  std::map<std::tuple<SourcePlace, AccessVerb, unsigned>, std::vector<size_t>>
      Places;
  for (const auto &[I, A] : enumerate(Accesses))
    Places[{A.Where, A.Verb, A.Ordinal}].push_back(I);
  std::vector<AccessRecord> Ordered(Accesses.size());
  for (const auto &[Key, At] : Places) {
    std::vector<size_t> From = At;
    llvm::sort(From, [&](size_t L, size_t R) {
      return speaksBefore(Accesses[L], Accesses[R]);
    });
    for (auto [To, I] : zip(At, From))
      Ordered[To] = Accesses[I];
  }
  Accesses = std::move(Ordered);
}

using AccessTest = std::function<bool(const AccessRecord &)>;
using AccessList = std::vector<AccessRecord> FileReport::*;

bool hasAny(ArrayRef<FileReport> Reports, AccessList Of,
            const AccessTest &IsKept) {
  return any_of(Reports,
                [&](const FileReport &R) { return any_of(R.*Of, IsKept); });
}

void keepOnly(FileReport &R, AccessList Of, const AccessTest &IsKept) {
  erase_if(R.*Of, std::not_fn(IsKept));
  orderInstances(R.*Of);
}

} // namespace

bool keepAccessesAt(std::vector<FileReport> &Reports, const ExplainPlace &Place,
                    vfs::FileSystem &FS) {
  auto IsFile = sameFile(Place.File, FS);
  auto Covers = [&](const SourcePlace &Where) {
    unsigned LastLine = std::max(Where.Line, Where.EndLine);
    if (Where.Line > Place.Line || LastLine < Place.Line || !IsFile(Where.File))
      return false;
    if (!Place.Column)
      return true;
    std::pair At(Place.Line, Place.Column);
    return At >= std::pair(Where.Line, Where.Column) &&
           (Where.EndLine ? At < std::pair(Where.EndLine, Where.EndColumn)
                          : At == std::pair(Where.Line, Where.Column));
  };
  auto IsHere = [&](const FindingNote &N) { return Covers(N.Where); };
  AccessTest IsWritten = [&](const AccessRecord &A) { return Covers(A.Where); };
  AccessTest IsInside = [&](const AccessRecord &A) {
    return any_of(A.CallChain, IsHere) || any_of(A.MacroNotes, IsHere);
  };
  // A line that stores to global memory does not hide the accesses to shared memory
  // of the function that it calls.
  auto testOf = [&](AccessList Of) {
    return hasAny(Reports, Of, IsWritten) ? IsWritten : IsInside;
  };
  const AccessTest IsKept = testOf(&FileReport::Accesses),
                   IsOtherKept = testOf(&FileReport::OtherAccesses);
  if (!hasAny(Reports, &FileReport::Accesses, IsKept) &&
      !hasAny(Reports, &FileReport::OtherAccesses, IsOtherKept))
    return false;
  for (FileReport &R : Reports) {
    keepOnly(R, &FileReport::Accesses, IsKept);
    keepOnly(R, &FileReport::OtherAccesses, IsOtherKept);
    erase_if(R.Findings, [&](const Finding &F) {
      auto IsOf = [&](const AccessRecord &A) { return A.Where == F.Where; };
      return none_of(R.Accesses, IsOf) && none_of(R.OtherAccesses, IsOf);
    });
  }
  return true;
}

std::string nothingAt(const std::vector<FileReport> &Reports,
                      const ExplainPlace &Place, vfs::FileSystem &FS) {
  std::string Text = "no analyzed access at " + printable(Place.File) + ":" +
                     utostr(Place.Line);
  if (Place.Column)
    Text += ":" + utostr(Place.Column);
  auto IsFile = sameFile(Place.File, FS);
  std::set<unsigned> Lines;
  for (const FileReport &R : Reports)
    for (const auto *Accesses : {&R.Accesses, &R.OtherAccesses})
      for (const AccessRecord &A : *Accesses)
        if (IsFile(A.Where.File))
          Lines.insert(A.Where.Line);
  if (Lines.empty())
    return Text + "; the file has none";
  if (Lines.contains(Place.Line))
    return Text + "; another column of that line has one";
  std::vector<std::string> Nearest;
  auto After = Lines.upper_bound(Place.Line);
  if (After != Lines.begin())
    Nearest.push_back(utostr(*std::prev(After)));
  if (After != Lines.end())
    Nearest.push_back(utostr(*After));
  return Text +
         (Nearest.size() == 1 ? "; the nearest is at line "
                              : "; the nearest are at lines ") +
         listed(Nearest);
}

} // namespace warplint
