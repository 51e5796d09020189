//===- Baseline.cpp - Findings that were there before ---------------------===//

#include "warplint/Select/Baseline.h"
#include "warplint/Select/Selection.h"
#include "warplint/Support/JsonStream.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/PlainFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace warplint {

static constexpr StringLiteral Heading = "warplint-baseline";
static constexpr int64_t FormatVersion = 1;
/// More alike findings than this are a mistake in the file, not in the code.
static constexpr uint64_t MaximumCount = 1'000'000;

Baseline::Baseline(StringRef File) {
  // A folder that is no more is told when the file is written or read.
  Folder = sys::path::parent_path(absolutePath(File)).str();
}

/// JSON holds Unicode alone, and source text is anything.
static std::string asUnicode(StringRef Text) { return json::fixUTF8(Text); }

/// \p File, as entries call it.
std::string Baseline::nameOf(StringRef File) const {
  return asUnicode(pathFrom(Folder, File));
}

Baseline::Key Baseline::keyOf(const Finding &F) const {
  Key K;
  if (!F.Where.File.empty())
    K.File = nameOf(F.Where.File);
  K.Source = asUnicode(F.SourceLine);
  K.Check = F.Check;
  if (!F.Metrics.empty())
    K.Metric = F.Metrics.front().Name;
  if (F.Subject) {
    K.Kernel = asUnicode(F.Subject->Kernel);
    K.Array = asUnicode(F.Subject->Array);
  }
  return K;
}

/// The figure that decides whether a finding has got worse.
static uint64_t figureOf(const Finding &F) {
  return F.Metrics.empty() ? 0 : F.Metrics.front().Value;
}

void Baseline::holdBack(FileReport &Report) {
  for (Finding &F : Report.Findings) {
    if (!F.isShown() || F.isSourceError())
      continue;
    auto Found = Entries.find(keyOf(F));
    if (Found == Entries.end() || Found->second.empty())
      continue;
    std::multiset<uint64_t> &Known = Found->second;
    auto Entry = Known.lower_bound(figureOf(F));
    if (Entry != Known.end()) {
      F.SuppressedBy = Suppression::Baseline;
    } else {
      Entry = std::prev(Known.end());
      F.Notes.push_back(
          {{}, "it took " + utostr(*Entry) + " when the baseline was written"});
    }
    Known.erase(Entry);
  }
  dropFixesHeldBack(Report);
  if (!Report.HadErrors)
    Linted.insert(nameOf(Report.File));
}

void Baseline::add(FileReport &Report, Severity Least) {
  for (Finding &F : Report.Findings) {
    if (!F.isShown() || F.isSourceError() || F.Level < Least)
      continue;
    Entries[keyOf(F)].insert(figureOf(F));
    F.SuppressedBy = Suppression::Baseline;
  }
  Linted.insert(nameOf(Report.File));
  for (const AccessRecord &Access : Report.Accesses)
    Linted.insert(nameOf(Access.Where.File));
}

/// Whether the entry is about a file that is there and was not looked at.
bool Baseline::isOfOthers(const Key &K) const {
  SmallString<256> Path(K.File);
  sys::path::make_absolute(Folder, Path);
  return !Linted.contains(K.File) && sys::fs::exists(Path);
}

size_t Baseline::takeOthers(const Baseline &Older) {
  size_t Taken = 0;
  for (const auto &[K, Figures] : Older.Entries) {
    if (!isOfOthers(K))
      continue;
    Entries[K].insert(Figures.begin(), Figures.end());
    Taken += Figures.size();
  }
  return Taken;
}

std::vector<std::string> Baseline::stale() const {
  std::vector<std::string> Result;
  for (const auto &[K, Left] : Entries)
    if (!isOfOthers(K))
      Result.insert(Result.end(), Left.size(),
                    K.File + ": " + (K.Source.empty() ? K.Check : K.Source));
  return Result;
}

size_t Baseline::size() const {
  size_t Sum = 0;
  for (const auto &[K, Figures] : Entries)
    Sum += Figures.size();
  return Sum;
}

std::string Baseline::text() const {
  std::string Text;
  raw_string_ostream Out(Text);
  Out << "{\"" << Heading << "\":" << FormatVersion << "}\n";
  for (const auto &[K, All] : Entries)
    for (auto It = All.begin(); It != All.end(); It = All.upper_bound(*It)) {
      JsonStream J(Out);
      J.object([&, &K = K, &All = All] {
        J.add("check", K.Check);
        J.add("file", K.File);
        J.add("kernel", K.Kernel);
        J.add("array", K.Array);
        if (!K.Metric.empty())
          J.add(K.Metric, *It);
        J.add("count", All.count(*It));
        J.add("source", K.Source);
      });
      Out << '\n';
    }
  return Text;
}

static Expected<uint64_t> numberIn(const json::Object &Entry, StringRef Name) {
  std::optional<int64_t> Number = Entry.getInteger(Name);
  if (!Number || *Number < 0 || *Number > UINT32_MAX)
    return createStringError("expected a number as '" + Name + "'");
  return *Number;
}

Error Baseline::readEntry(StringRef Line) {
  Expected<json::Value> Value = json::parse(Line);
  if (!Value)
    return createStringError("not JSON: " + toString(Value.takeError()));
  const json::Object *Entry = Value->getAsObject();
  if (!Entry)
    return createStringError("expected an object");
  Key K;
  std::pair<StringRef, std::string *> Texts[] = {{"check", &K.Check},
                                                 {"file", &K.File},
                                                 {"kernel", &K.Kernel},
                                                 {"array", &K.Array},
                                                 {"source", &K.Source}};
  for (auto [Name, Into] : Texts) {
    std::optional<StringRef> Text = Entry->getString(Name);
    if (!Text)
      return createStringError("expected a text as '" + Name + "'");
    *Into = Text->str();
  }
  Expected<uint64_t> Count = numberIn(*Entry, "count");
  if (!Count)
    return Count.takeError();
  if (*Count > MaximumCount)
    return createStringError("'count' is more than " + utostr(MaximumCount));
  // What is left is the figure, under the name of its metric.
  std::set<std::string> Others;
  for (const auto &[Name, Unused] : *Entry)
    if (Name != "count" &&
        none_of(Texts, [&](auto &T) { return T.first == Name.str(); }))
      Others.insert(Name.str());
  if (Others.size() > 1)
    return createStringError("more than one figure: '" + join(Others, "', '") +
                             "'");
  uint64_t Figure = 0;
  for (const std::string &Name : Others) {
    Expected<uint64_t> Number = numberIn(*Entry, Name);
    if (!Number)
      return Number.takeError();
    Figure = *Number;
    K.Metric = Figure ? Name : ""; // 0 stands for no figure.
  }
  std::multiset<uint64_t> &Known = Entries[std::move(K)];
  for (uint64_t I = 0; I != *Count; ++I)
    Known.insert(Figure);
  return Error::success();
}

static Error checkHeading(StringRef Line) {
  Expected<json::Value> Value = json::parse(Line);
  if (!Value)
    consumeError(Value.takeError());
  const json::Object *Object = Value ? Value->getAsObject() : nullptr;
  std::optional<int64_t> Version =
      Object ? Object->getInteger(Heading) : std::nullopt;
  if (!Version)
    return createStringError("no baseline: expected {\"" + Heading +
                             "\":" + Twine(FormatVersion) + "}");
  if (*Version != FormatVersion)
    return createStringError("version " + Twine(*Version) +
                             " of baselines, expected " + Twine(FormatVersion));
  return Error::success();
}

Expected<Baseline> Baseline::parse(StringRef Text, StringRef File) {
  Baseline Result(File);
  unsigned Number = 0;
  bool HasHeading = false;
  while (!Text.empty() || !HasHeading) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    ++Number;
    if (HasHeading && Line.trim().empty())
      continue;
    Error E =
        HasHeading ? Result.readEntry(Line.trim()) : checkHeading(Line.trim());
    if (E)
      return createStringError(File + ":" + Twine(Number) + ": " +
                               toString(std::move(E)));
    HasHeading = true;
  }
  return Result;
}

Expected<Baseline> Baseline::read(StringRef File) {
  auto Buffer = plainFiles()->getBufferForFile(File);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             "cannot read '" + File +
                                 "': " + Buffer.getError().message());
  return parse((*Buffer)->getBuffer(), File);
}

} // namespace warplint
