//===- AccessQuestion.cpp - What is asked in place of findings --------------===//

#include "AccessQuestion.h"
#include "warplint/Report/BankMap.h"
#include "warplint/Report/JsonReport.h"
#include "warplint/Support/PlainFiles.h"
#include "warplint/Support/WholeFile.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace warplint {

/// A terminal with fewer columns gets narrow maps.
static constexpr unsigned WideMap = 110;

Expected<AccessQuestion> AccessQuestion::create(const CommandLine &Line) {
  AccessQuestion Q(Line);
  Q.Asks = !Line.Explain.empty() || Line.drawsBankMaps();
  if (!Q.Asks)
    return Q;
  if (Line.drawsBankMaps()) {
    if (!Line.Explain.empty() || !Line.Diff.empty() || Line.FixDryRun)
      return createStringError("--bank-map cannot be combined with --explain, "
                               "--diff or --fix-dry-run");
    if (!Line.Formats.empty())
      return createStringError("--bank-map cannot be combined with --format; "
                               "pass -o FILE.svg for a picture");
  }
  auto [Option, Text] = Line.Explain.empty()
                            ? std::pair("--bank-map", Line.BankMap.getValue())
                            : std::pair("--explain", Line.Explain.getValue());
  if (Text.empty())
    return Q;
  auto Place = parseExplainPlace(Text, Option);
  if (!Place)
    return Place.takeError();
  Q.Place = std::move(*Place);
  return Q;
}

bool AccessQuestion::answer(std::vector<FileReport> &Reports,
                            const Outputs &Written) const {
  auto FS = plainFiles();
  if (Line->drawsBankMaps())
    for (FileReport &R : Reports) // Other memory has no banks.
      R.OtherAccesses.clear();
  if (Place && !keepAccessesAt(Reports, *Place, *FS)) {
    error() << nothingAt(Reports, *Place, *FS) << '\n';
    return false;
  }
  if (Line->drawsBankMaps())
    return drawBankMaps(Reports);
  if (Written.first() == Format::Json)
    printJson(outs(), Reports);
  else
    printExplanations(outs(), FS, Line->useColor(), Reports);
  outs().flush();
  return true;
}

bool AccessQuestion::drawBankMaps(
    const std::vector<FileReport> &Reports) const {
  // Who names a place wants to see what is there.
  const std::vector<BankMap> Maps = bankMapsOf(Reports, Place.has_value());
  if (Maps.empty() && !Line->Quiet)
    errs() << "warplint: no access conflicts; pass --bank-map=FILE:LINE to "
              "draw another\n";
  BankMapStyle Style;
  Style.HasColor = Line->useColor();
  if (Line->OutputFile.empty()) {
    const unsigned Columns = sys::Process::StandardOutColumns();
    Style.IsNarrow = Columns && Columns < WideMap;
    printBankMaps(outs(), plainFiles(), Maps, Style);
    outs().flush();
    return true;
  }
  std::string Text;
  raw_string_ostream Out(Text);
  if (StringRef(Line->OutputFile).ends_with_insensitive(".svg"))
    printBankMapSvg(Out, Maps);
  else
    printBankMaps(Out, plainFiles(), Maps, Style);
  Error E = writeWholeFile(Line->OutputFile, Text);
  return !E || say(std::move(E));
}

} // namespace warplint
