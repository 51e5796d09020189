//===- FixTool.cpp - The tool "fix" ---------------------------------------===//

#include "FileWork.h"
#include "Fixes.h"
#include "Tools.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

constexpr StringRef Styles[] = {"auto", "expression", "pad"};

/// What is fixed, and why all else is not.
struct Choice {
  std::vector<Fix> Fixes;
  std::vector<std::string> Left;
};

/// Why \p F is no edit of this client's; empty where it is one.
std::string objectionTo(const Fix &F) {
  if (!F.isProven())
    return "it may not be true that " + F.Condition;
  for (const FileEdits &Edits : F.Files)
    if (!isBelowRoot(Edits.File))
      return "it edits '" + Edits.File + "', outside the root";
  return "";
}

Choice choose(const FileReport &Report, std::optional<uint64_t> Line) {
  std::set<size_t> Fixes, Arrays;
  for (const Finding &F : Report.Findings)
    if (!Line ||
        (F.isShown() && F.Where.Line == *Line && F.Where.File == Report.File)) {
      Fixes.insert(F.Fixes.begin(), F.Fixes.end());
      if (F.Array)
        Arrays.insert(*F.Array);
    }
  Choice Result;
  for (auto [Number, F] : enumerate(Report.Fixes)) {
    if (Line && !Fixes.contains(Number))
      continue;
    if (std::string Why = objectionTo(F); !Why.empty())
      Result.Left.push_back(F.Title + ": not fixed: " + Why);
    else
      Result.Fixes.push_back(F);
  }
  for (auto [Number, R] : enumerate(Report.Layouts))
    if (!R.Fix && !R.Blockers.empty() && (!Line || Arrays.contains(Number)))
      Result.Left.push_back("'" + R.Array +
                            "': cannot fix: " + R.Blockers.front().Message);
  return Result;
}

/// The first of \p Texts, as lines and as the member \p Key.
void listTexts(StringRef Key, ArrayRef<std::string> Texts, Answer &Into) {
  ArrayRef<std::string> Shown = Texts.take_front(Into.hasDetail() ? 50 : 5);
  for (const std::string &Text : Shown)
    Into.say("  " + Text);
  if (Shown.size() < Texts.size())
    Into.say("  and " + counted(Texts.size() - Shown.size(), "other"));
  Into.set(Key, json::Array(map_range(Shown, [](const std::string &T) {
             return json::fixUTF8(T);
           })));
}

} // namespace

Error fixTool(const ServerOptions &Options, const Arguments &Given,
              Answer &Into) {
  auto Asked = FileQuestion::of(Given, FileQuestion::Fixes);
  if (!Asked)
    return Asked.takeError();
  const bool Apply = Given.flag("apply");
  if (Apply && Asked->Text)
    return createStringError(
        "'apply' cannot be combined with 'text'; omit it to get the diff");
  if ((Asked->More.FixStyle = Given.text("style")) &&
      !is_contained(Styles, *Asked->More.FixStyle))
    return createStringError("'style': expected " +
                             join(ArrayRef(Styles), ", "));
  Expected<FileAnswer> Made = analyse(Options, *Asked);
  if (!Made)
    return Made.takeError();
  FileReport &Report = Made->Report;
  Choice Chosen = choose(Report, Given.number("line"));
  sayIncomplete(*Made, Into);
  std::vector<std::string> Titles;
  for (const Fix &F : Chosen.Fixes)
    Titles.push_back(F.Title);
  Report.Fixes = std::move(Chosen.Fixes);
  FixApplier Applier(/*WithAssumed=*/false, /*IsDryRun=*/!Apply);
  Expected<std::string> Repaired = Applier.apply(Report);
  if (!Repaired)
    return Repaired.takeError();
  Into.say(printable(Report.File) + ": " +
           (Repaired->empty() ? "found no proven edit"
            : Apply ? "fixed " + *Repaired
                    : "would fix " + *Repaired + "; nothing was written"));
  Into.set("applied", Apply && !Repaired->empty());
  listTexts("fixes", Titles, Into);
  listTexts("notFixed", Chosen.Left, Into);
  if (Apply && !Into.hasDetail())
    return Error::success();
  std::string Diff;
  raw_string_ostream Out(Diff);
  Applier.printDiffs(Out, /*Color=*/false);
  SmallVector<StringRef> Lines;
  StringRef(Diff).rtrim('\n').split(Lines, '\n');
  if (Diff.empty())
    return Error::success();
  return Into.list(Lines.size(), [&](size_t Number) {
    return Answer::Item{"diff", Lines[Number].str(),
                        json::fixUTF8(Lines[Number])};
  });
}

} // namespace warplint
