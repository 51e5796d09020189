//===- NolintComments.cpp - NOLINT, as in clang-tidy ----------------------===//

#include "warplint/Select/NolintComments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace warplint {
namespace {

enum class Form : uint8_t { Unknown, Line, NextLine, Begin, End };

struct Mark {
  Form What = Form::Unknown;
  size_t Offset = 0;
  /// Sorted, so that one list is told from another however it is written.
  std::string Checks;
};

/// "b,  a" as "a,b". Without a list all checks are meant.
std::string sortedChecks(StringRef List) {
  SmallVector<StringRef, 4> Names;
  List.split(Names, ',');
  for (StringRef &Name : Names)
    Name = Name.trim();
  llvm::sort(Names);
  return join(Names, ",");
}

/// The next mark at or behind \p At, which moves behind it.
std::optional<Mark> nextMark(StringRef Text, size_t &At) {
  constexpr StringLiteral Word = "NOLINT";
  while (true) {
    size_t Found = Text.find(Word, At);
    if (Found == StringRef::npos)
      return std::nullopt;
    At = Found + Word.size();
    while (At < Text.size() && isAlpha(Text[At]))
      ++At;
    Form What = StringSwitch<Form>(Text.slice(Found, At))
                    .Case("NOLINT", Form::Line)
                    .Case("NOLINTNEXTLINE", Form::NextLine)
                    .Case("NOLINTBEGIN", Form::Begin)
                    .Case("NOLINTEND", Form::End)
                    .Default(Form::Unknown);
    if (What == Form::Unknown)
      continue;
    Mark M{What, Found, "*"};
    if (At < Text.size() && Text[At] == '(') {
      size_t Close = Text.find_first_of("\n)", At + 1);
      if (Close != StringRef::npos && Text[Close] == ')') {
        M.Checks = sortedChecks(Text.slice(At + 1, Close));
        At = Close + 1;
      }
    }
    return M;
  }
}

/// The line that \p Offset lies in, with its end.
std::pair<size_t, size_t> lineAround(StringRef Text, size_t Offset) {
  size_t Before = Text.take_front(Offset).rfind('\n');
  size_t After = Text.find('\n', Offset);
  return {Before == StringRef::npos ? 0 : Before + 1,
          After == StringRef::npos ? Text.size() : After + 1};
}

} // namespace

NolintComments::NolintComments(StringRef Text) {
  auto Add = [&](size_t Begin, size_t End, StringRef Checks) {
    Ranges.push_back({Begin, End, GlobList(Checks, /*KeepNegative=*/false)});
  };
  std::vector<Mark> Open;
  size_t At = 0;
  while (std::optional<Mark> M = nextMark(Text, At)) {
    auto [Begin, End] = lineAround(Text, M->Offset);
    switch (M->What) {
    case Form::Line:
      Add(Begin, End, M->Checks);
      break;
    case Form::NextLine:
      if (End < Text.size())
        Add(End, lineAround(Text, End).second, M->Checks);
      break;
    case Form::Begin:
      Open.push_back(std::move(*M));
      break;
    case Form::End:
      if (!Open.empty() && Open.back().Checks == M->Checks) {
        Add(Open.back().Offset, M->Offset, M->Checks);
        Open.pop_back();
      } else {
        Errors.push_back({M->Offset, "unmatched 'NOLINTEND' comment without a "
                                     "previous 'NOLINTBEGIN' comment"});
      }
      break;
    case Form::Unknown:
      break;
    }
  }
  for (const Mark &M : Open)
    Errors.push_back({M.Offset, "unmatched 'NOLINTBEGIN' comment without a "
                                "subsequent 'NOLINTEND' comment"});
}

bool NolintComments::covers(StringRef Check, size_t Offset) const {
  return any_of(Ranges, [&](const Range &R) {
    return R.Begin <= Offset && Offset < R.End && R.Checks.contains(Check);
  });
}

} // namespace warplint
