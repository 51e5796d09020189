//===- LastGood.cpp - What is known of code that does not parse -----------===//

#include "LastGood.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {
namespace {

class Keeping {
public:
  Keeping(const Analysed &Old, Analysed &New, const Document &Doc,
          Documents &Docs)
      : Old(Old), New(New), Doc(Doc), Docs(Docs), Name(Docs.nameOf(Doc.Path)) {}

  void run() {
    auto From = Old.Sources.find(Name);
    auto To = std::as_const(New.Sources).find(Name);
    if (From == Old.Sources.end() || To == New.Sources.end())
      return;
    Before = &From->second;
    After = &To->second;
    // Findings that hold now, and where they stand.
    for (const AnalysedFunction &F : New.Report.Analysed)
      Known.push_back(F.Where);
    std::vector<std::optional<size_t>> Access(Old.Report.Accesses.size());
    for (const auto &[I, A] : enumerate(Old.Report.Accesses))
      if (std::optional<AccessRecord> Kept = moved(A)) {
        Access[I] = New.Report.Accesses.size();
        New.Report.Accesses.push_back(std::move(*Kept));
      }
    for (const AccessRecord &A : Old.Report.OtherAccesses)
      if (std::optional<AccessRecord> Kept = moved(A))
        New.Report.OtherAccesses.push_back(std::move(*Kept));
    for (const Finding &F : Old.Report.Findings)
      if (std::optional<Finding> Kept = moved(F)) {
        if (Kept->Access)
          Kept->Access = Access[*Kept->Access];
        New.Report.Findings.push_back(std::move(*Kept));
      }
    for (AnalysedFunction F : Old.Report.Analysed)
      if (isLost(F.Where) && move(F.Where))
        New.Report.Analysed.push_back(std::move(F));
  }

private:
  /// Puts \p Where to its place in the newer text. Places in other files stay.
  bool move(SourcePlace &Where) {
    if (!Where.isValid() || Docs.nameOf(Where.File) != Name)
      return true;
    size_t Begin = Before->Text->offsetAt(Where.Line, Where.Column);
    size_t End = Where.EndLine
                     ? Before->Text->offsetAt(Where.EndLine, Where.EndColumn)
                     : Begin;
    auto Bytes = Doc.moved(Begin, End, Before->Revision);
    // The newer text is today's, or the answer would be outdated.
    if (!Bytes)
      return false;
    std::tie(Where.Line, Where.Column) =
        After->Text->lineAndColumn(Bytes->first);
    if (Where.EndLine)
      std::tie(Where.EndLine, Where.EndColumn) =
          After->Text->lineAndColumn(Bytes->second);
    return true;
  }

  /// Its code is of this file, and in no function that was analysed anew.
  bool isLost(SourcePlace Where) {
    if (!Where.isValid() || Docs.nameOf(Where.File) != Name || !move(Where))
      return false;
    return none_of(Known, [&](const SourcePlace &F) {
      return F.File == Where.File &&
             std::tie(F.Line, F.Column) <= std::tie(Where.Line, Where.Column) &&
             std::tie(Where.Line, Where.Column) <
                 std::tie(F.EndLine, F.EndColumn);
    });
  }

  std::optional<AccessRecord> moved(AccessRecord A) {
    if (!isLost(A.Where) || !move(A.Where))
      return std::nullopt;
    (void)move(A.ArrayDeclaration);
    (void)move(A.Launch.Where);
    return A;
  }

  std::optional<Finding> moved(Finding F) {
    // Mistakes in comments are found without a parse.
    if (F.isSourceError() || !isLost(F.Where) || !move(F.Where))
      return std::nullopt;
    llvm::erase_if(F.Notes, [&](FindingNote &N) { return !move(N.Where); });
    F.Fixes.clear();
    F.Array.reset();
    return F;
  }

  const Analysed &Old;
  Analysed &New;
  const Document &Doc;
  Documents &Docs;
  std::string Name;
  const Analysed::Source *Before = nullptr, *After = nullptr;
  std::vector<SourcePlace> Known;
};

} // namespace

void keepLastGood(const Analysed &Old, Analysed &New, const Document &Doc,
                  Documents &Docs) {
  if (New.Report.HadErrors)
    Keeping(Old, New, Doc, Docs).run();
}

} // namespace warplint
