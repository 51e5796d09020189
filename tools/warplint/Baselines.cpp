//===- Baselines.cpp - The baselines of a run -----------------------------===//

#include "Baselines.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Support/Printable.h"
#include "warplint/Support/WholeFile.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>

using namespace llvm;

namespace warplint {

std::optional<Baseline> &Baselines::named(StringRef Name) {
  auto [It, New] = All.try_emplace(Name.str());
  if (!New)
    return It->second;
  if (Expected<Baseline> Read = Baseline::read(Name))
    It->second = std::move(*Read);
  else
    say(Read.takeError());
  return It->second;
}

/// What is no baseline is not overwritten.
bool Baselines::readReplaced() {
  StringRef File = Line.WriteBaseline;
  Written.emplace(File);
  sys::fs::file_status Status;
  if (sys::fs::status(File, Status) || !sys::fs::is_regular_file(Status) ||
      Status.getSize() == 0)
    return true;
  Expected<Baseline> Read = Baseline::read(File);
  if (!Read)
    return say(
        createStringError("--write-baseline: " + toString(Read.takeError())));
  Replaced = std::move(*Read);
  return true;
}

bool Baselines::read() {
  if (!Line.BaselineFile.empty() && !named(Line.BaselineFile))
    return false;
  if (!Line.WriteBaseline.empty() && !readReplaced())
    return false;
  if (!Line.Diff.empty() && (!All.empty() || Written))
    return say(createStringError("--diff cannot be combined with baselines"));
  return true;
}

bool Baselines::holdBack(FileReport &Report, StringRef Named,
                         std::optional<Severity> FailOn) {
  bool IsRead = true;
  // What is written anew is not compared with what it was.
  bool Counts = !Written || (Named == Line.BaselineFile &&
                             Line.BaselineFile != Line.WriteBaseline);
  if (!Named.empty() && Counts) {
    std::optional<Baseline> &Old = named(Named);
    IsRead = Old.has_value();
    if (IsRead)
      Old->holdBack(Report);
  }
  if (Written)
    Written->add(Report, std::min(FailOn.value_or(Severity::Warning),
                                  Severity::Warning));
  return IsRead;
}

void Baselines::sayStaleEntries() const {
  for (const auto &[Name, Old] : All) {
    std::vector<std::string> Stale;
    if (Old)
      Stale = Old->stale();
    if (Stale.empty())
      continue;
    bool IsOne = Stale.size() == 1;
    errs() << "warplint: " << Name << ": " << counted(Stale.size(), "finding")
           << (IsOne ? " is" : " are") << " gone; remove "
           << (IsOne ? "it" : "them") << " with --write-baseline\n";
    for (const std::string &Entry : Stale)
      if (Line.Verbose || Stale.size() <= 5)
        errs() << "  " << Entry << '\n';
  }
}

bool Baselines::write() {
  if (!Written)
    return true;
  size_t Found = Written->size(), Others = 0;
  if (Replaced)
    Others = Written->takeOthers(*Replaced);
  if (Error E = writeWholeFile(Line.WriteBaseline, Written->text()))
    return say(std::move(E));
  errs() << "warplint: " << counted(Found, "finding") << " written to "
         << printable(Line.WriteBaseline);
  if (Others)
    errs() << ", " << Others << " kept for files that were not linted";
  errs() << '\n';
  return true;
}

} // namespace warplint
