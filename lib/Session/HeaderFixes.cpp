//===- HeaderFixes.cpp - Fixes that all who include a header agree on -----===//

#include "warplint/Session/Session.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// Includers that are looked at, at most: beyond, there is no fix.
constexpr size_t MaxIncluders = 1000;

/// The lines of \p Text that \p Edits touch.
std::set<unsigned> editedLines(StringRef Text, ArrayRef<SourceEdit> Edits) {
  auto LineOf = [&](uint64_t Offset) {
    return unsigned(Text.take_front(Offset).count('\n')) + 1;
  };
  std::set<unsigned> Lines;
  for (const SourceEdit &E : Edits)
    for (unsigned L = LineOf(E.Offset), Last = LineOf(E.Offset + E.Length);
         L <= Last; ++L)
      Lines.insert(L);
  return Lines;
}

/// What \p Report has to do with \p Lines of \p Header. Names may be spelled in
/// other ways there: another file of that name counts, too.
bool concerns(const FileReport &Report, StringRef Header,
              const std::set<unsigned> &Lines) {
  auto IsThere = [&](const SourcePlace &P) {
    return Lines.contains(P.Line) &&
           sys::path::filename(P.File) == sys::path::filename(Header);
  };
  return any_of(Report.Accesses,
                [&](const AccessRecord &A) {
                  return IsThere(A.Where) || IsThere(A.ArrayDeclaration);
                }) ||
         any_of(Report.Uses, [&](const UseRecord &U) {
           return IsThere(U.Where) || IsThere(U.ArrayDeclaration);
         });
}

/// \p Edits change a macro of \p Text: what that stands for may be anywhere in
/// those who include it.
bool changesMacro(StringRef Text, ArrayRef<SourceEdit> Edits) {
  return any_of(Edits, [&](const SourceEdit &E) {
    const size_t Line = Text.take_front(E.Offset).rfind('\n') + 1;
    return Text.drop_front(Line).ltrim(" \t").starts_with("#");
  });
}

/// What was not analysed may use all that the header has.
bool leavesOut(const FileReport &Report) {
  return any_of(Report.Omitted,
                [](const LeftOut &Out) { return !Out.OnRequest; });
}

bool offers(const FileReport &Report, const FileEdits &Edits) {
  return any_of(Report.Fixes, [&](const Fix &F) {
    return any_of(F.Files, [&](const FileEdits &Other) {
      return absolutePath(Other.File) == absolutePath(Edits.File) &&
             Other.Edits == Edits.Edits;
    });
  });
}

/// Why \p Report speaks against \p Edits, which \p Text is the file of.
std::string objection(const FileReport &Report, const FileEdits &Edits,
                      StringRef Text) {
  if (offers(Report, Edits))
    return "";
  const std::string Who = "'" + Report.File + "', which includes '" +
                          sys::path::filename(Edits.File).str() + "', ";
  if (leavesOut(Report))
    return Who + "was not analyzed completely";
  if (changesMacro(Text, Edits.Edits) ||
      concerns(Report, Edits.File, editedLines(Text, Edits.Edits)))
    return Who + "needs a different edit";
  return "";
}

} // namespace

void Session::settleHeaderFixes(MutableArrayRef<FileReport> Reports) {
  auto IsReader = [](const FileReport &R, StringRef Header) {
    return absolutePath(R.File) == Header || is_contained(R.Headers, Header);
  };
  // One that falls takes with it those of the other files that lean on it.
  for (bool Changes = true; Changes;) {
    Changes = false;
    for (FileReport &Report : Reports)
      for (size_t I = 0; I < Report.Fixes.size(); ++I) {
        if (!Report.Fixes[I].NeedsIncluders)
          continue;
        std::string Why;
        for (const FileEdits &File : Report.Fixes[I].Files) {
          const std::string Header = absolutePath(File.File);
          if (!is_contained(Report.Headers, Header))
            continue;
          for (const FileReport &Other : Reports)
            if (Why.empty() && IsReader(Other, Header))
              Why = objection(Other, File, *Report.textOf(File.File));
        }
        if (Why.empty())
          continue;
        Report.dropFix(I--, Why);
        Changes = true;
      }
  }
  const std::vector<std::string> Built = Commands.cudaFiles();
  auto IsCompiled = [&](const std::string &File) {
    return Built.empty() ? sys::path::extension(File) == ".cu"
                         : is_contained(Built, File);
  };
  std::map<std::string, std::string> Unread; // By header.
  for (FileReport &Report : Reports)
    for (Fix &F : Report.Fixes)
      for (const FileEdits &File : F.Files) {
        const std::string Header = absolutePath(File.File);
        if (!F.NeedsIncluders || !is_contained(Report.Headers, Header))
          continue;
        auto [Known, IsNew] = Unread.try_emplace(Header);
        if (IsNew)
          for (const std::string &By : Files.includersOf(Header, MaxIncluders))
            if (Known->second.empty() && IsCompiled(By) &&
                none_of(Reports, [&](const FileReport &R) {
                  return absolutePath(R.File) == By;
                }))
              Known->second = By;
        if (!Known->second.empty())
          F.Condition +=
              (F.Condition.empty() ? "'" : ", and '") +
              pathBelow(sourceRoot(), Known->second) + "', which includes '" +
              sys::path::filename(Header).str() + "', works with the same edit";
      }
}

} // namespace warplint
