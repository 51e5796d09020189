//===- GithubReport.cpp - Findings as GitHub workflow commands ------------===//

#include "warplint/Report/GithubReport.h"
#include "warplint/Support/EnumNames.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

/// As the runner's own toolkit escapes: '%' and line ends everywhere, and what
/// ends a property in properties.
static std::string escaped(StringRef Text, bool IsProperty) {
  std::string Out;
  for (char C : Text) {
    bool IsSpecial = C == '%' || C == '\r' || C == '\n' ||
                     (IsProperty && (C == ':' || C == ','));
    if (IsSpecial)
      Out += "%" + utohexstr(static_cast<unsigned char>(C), false, 2);
    else
      Out += C;
  }
  return Out;
}

static StringRef commandOf(Severity Level) {
  return nameOf(Level, {"notice", "warning", "error"});
}

static std::string placeText(const SourcePlace &Where, StringRef Root) {
  return pathBelow(Root, Where.File) + ":" + utostr(Where.Line) + ": ";
}

static void printFinding(raw_ostream &Out, const Finding &F, StringRef Root) {
  const SourcePlace &At = F.Where;
  Out << "::" << commandOf(F.Level) << ' ';
  if (!At.File.empty())
    Out << "file=" << escaped(pathBelow(Root, At.File), true) << ',';
  if (At.Line) {
    Out << "line=" << At.Line << ',';
    bool IsOneLine = At.EndLine == 0 || At.EndLine == At.Line;
    if (At.EndLine)
      Out << "endLine=" << At.EndLine << ',';
    if (At.Column && IsOneLine)
      Out << "col=" << At.Column << ',';
    if (At.EndColumn && IsOneLine)
      Out << "endColumn=" << At.EndColumn << ',';
  }
  std::string Text = F.Message;
  for (const FindingNote &Note : F.Notes)
    Text += "\n" + (F.hasOwnPlace(Note) ? placeText(Note.Where, Root) : "") +
            Note.Message;
  Out << "title=" << escaped(F.Check, true) << "::" << escaped(Text, false)
      << '\n';
}

void printGithub(raw_ostream &Out, const FileReport &Report, StringRef Root) {
  for (const Finding &F : Report.Findings)
    if (F.isShown())
      printFinding(Out, F, Root);
}

} // namespace warplint
