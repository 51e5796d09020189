//===- Analyses.cpp - What is known of the open files, and what is due ----===//

#include "Analyses.h"
#include "LastGood.h"
#include "warplint/Kernel/PtxSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace std::chrono_literals;

namespace warplint {

/// Keys come in bursts: a file that has just been changed is likely to change
/// again.
static constexpr auto Pause = 25ms;
/// Quiet for so long, the processor is free for layouts.
static constexpr auto Quiet = 400ms;
/// Outdated work that has gone on for so long is not waited for: another
/// process has read the build and the headers sooner.
static constexpr Analyses::Clock::duration Patience = 400ms;
static constexpr Analyses::Clock::duration Noticed = 1s;
static constexpr Analyses::Clock::duration Slow = 2s;

static StringRef fileName(StringRef Path) { return sys::path::filename(Path); }

bool isSettings(StringRef Path) {
  return StringSwitch<bool>(fileName(Path))
      .Cases({".warplint", "compile_commands.json", "compile_flags.txt"}, true)
      .Default(false);
}

static bool isHeader(const Document &Doc) {
  return !StringRef(Doc.Path).ends_with(".cu") &&
         !StringRef(Doc.Path).ends_with(".cpp");
}

bool Analyses::isSource(const Document &Doc) {
  if (!Doc.isCuda())
    return false;
  const std::string &Name = Docs.nameOf(Doc.Path);
  return !isHeader(Doc) || none_of(Files, [&](const auto &Entry) {
    return Entry.first != Name && Entry.second.Headers.contains(Name);
  });
}

Analyses::State *Analyses::find(StringRef Path) {
  Document *Doc = Docs.find(Path);
  return Doc && isSource(*Doc) ? &Files[Docs.nameOf(Path)] : nullptr;
}

std::vector<std::pair<const Document *, Analyses::State *>>
Analyses::analysing(const Document &Doc) {
  std::vector<std::pair<const Document *, State *>> Result;
  const std::string &Name = Docs.nameOf(Doc.Path);
  bool IsOwn = isSource(Doc);
  for (auto &[Other, S] : Files)
    if (S.Figures &&
        (Other == Name ? IsOwn : !IsOwn && S.Headers.contains(Name)))
      Result.emplace_back(Docs.find(Other), &S);
  return Result;
}

std::vector<const Analysed *> Analyses::about(const Document &Doc) {
  std::vector<const Analysed *> Result;
  for (const auto &[Source, S] : analysing(Doc))
    Result.push_back(S->Figures.get());
  return Result;
}

const Analysed &Analyses::best(const Analysed &Figures) const {
  for (const auto &[Name, S] : Files) {
    auto Found = S.Layouts.find("auto");
    // What was taken over from an earlier text is in the figures alone.
    if (S.Figures.get() == &Figures && Found != S.Layouts.end() &&
        !Found->second.Report.File.empty() && !Figures.Report.HadErrors)
      return Found->second;
  }
  return Figures;
}

bool Analyses::isFresh(const Document &Doc) {
  if (isSource(Doc))
    return Files[Docs.nameOf(Doc.Path)].IsFresh;
  const std::string &Name = Docs.nameOf(Doc.Path);
  return all_of(Files, [&](const auto &Entry) {
    return Entry.second.IsFresh || !Entry.second.Headers.contains(Name);
  });
}

void Analyses::makeStale(State &S) {
  S.IsFresh = false;
  ++S.Generation;
  S.Layouts.clear();
  S.WantsStyles = false;
}

void Analyses::changed(const Document &Doc) {
  const std::string &Name = Docs.nameOf(Doc.Path);
  if (isSource(Doc))
    makeStale(Files[Name]);
  makeOthersStale(Name);
}

void Analyses::makeOthersStale(const std::string &Name) {
  for (auto &[Other, S] : Files) {
    const bool Includes = S.Headers.contains(Name);
    if (Other == Name || (!Includes && !S.Elsewhere.contains(Name)))
      continue;
    makeStale(S);
    S.NotBefore = Includes ? Clock::time_point() : Clock::now() + Quiet;
  }
}

void Analyses::closed(StringRef Name) {
  Files.erase(Name.str());
  // What was seen through it is a source for itself from now on.
  for (auto &[Other, Doc] : Docs.all())
    if (isSource(Doc))
      (void)Files[Other];
  // Others read it from the disk now.
  makeOthersStale(Name.str());
}

void Analyses::worldChanged(const Document *But) {
  ++World;
  for (auto &[Name, S] : Files)
    if (!But || Name != Docs.nameOf(But->Path))
      makeStale(S);
}

bool Analyses::isOutdated(const Job &J) {
  auto It = Files.find(J.Name);
  return It == Files.end() || It->second.Generation != J.Generation;
}

std::vector<OpenText> Analyses::openTexts() {
  std::vector<OpenText> Result;
  for (const auto &[Name, Doc] : Docs.all())
    if (!isSettings(Doc.Path))
      Result.push_back({Doc.Path, Doc.Text->text()});
  return Result;
}

static std::optional<Analyses::Clock::time_point>
earlier(std::optional<Analyses::Clock::time_point> L,
        std::optional<Analyses::Clock::time_point> R) {
  return L && R ? std::min(*L, *R) : L ? L : R;
}

/// When \p At has been at work for \p So long; nothing once it has.
static std::optional<Analyses::Clock::time_point>
later(const Analyst &At, Analyses::Clock::duration So) {
  auto Then = At.begunAt() + So;
  return Analyses::Clock::now() < Then ? std::optional(Then) : std::nullopt;
}

void Analyses::endIdle(Clock::time_point Then) {
  for (Analyst *A : {&ForFigures, &ForLayouts})
    if (A->isIdleSince(Then))
      A->stop();
}

std::optional<Analyses::Clock::time_point> Analyses::step() {
  auto Figures = stepFigures();
  auto Layouts = stepLayouts();
  return earlier(Figures, Layouts);
}

std::optional<Analyses::Clock::time_point> Analyses::stepFigures() {
  auto Now = Clock::now();
  if (ForFigures.isBusy() && isOutdated(Figuring) &&
      Now - ForFigures.begunAt() >= Patience)
    ForFigures.stop();
  if (ForFigures.isBusy())
    return later(ForFigures, isOutdated(Figuring) ? Patience : Noticed);
  // What was changed last is looked at.
  const Document *Next = nullptr;
  State *Of = nullptr;
  std::string NextName;
  for (auto &[Name, Doc] : Docs.all()) {
    if (!isSource(Doc))
      continue;
    State &S = Files[Name];
    if ((S.IsFresh && S.IsWhole) || (Next && Next->ChangedAt >= Doc.ChangedAt))
      continue;
    Next = &Doc;
    Of = &S;
    NextName = Name;
  }
  if (!Next)
    return std::nullopt;
  // What was only opened is not being typed.
  if (auto Due = Next->ChangedAt + Pause; Now < Due && !Next->History.empty())
    return Due;
  if (Now < Of->NotBefore)
    return Of->NotBefore;
  // What is seen for the first time is shown without what only host code tells.
  const bool IsFirst = !Of->Figures;
  Figuring = {NextName, Of->Generation, "", sourcesOf(Docs), IsFirst};
  if (!ForFigures.begin(
          {World, Next->Path, std::nullopt, openTexts(), "", IsFirst})) {
    Of->IsFresh = Of->IsWhole = true; // Nothing more can be found out.
    Of->Problem = "cannot start a process";
  }
  return Now + Noticed;
}

std::string Analyses::nextStyle(const State &S) const {
  // Headers that are seen twice are compiled: before the next edit, that is.
  if (!S.Layouts.contains("auto") && (!S.Demanded.empty() || S.WasSlow))
    return "auto";
  for (const std::string &Style : S.Demanded)
    if (!S.Layouts.contains(Style))
      return Style;
  bool Conflicts =
      S.Figures && !isPtxFile(S.Figures->Report.File) &&
      any_of(S.Figures->Report.Findings, [](const Finding &F) {
        return F.isShown() && F.Subject && !F.Subject->Array.empty();
      });
  for (FixStyle Style : offeredStyles())
    if (std::string Name = fixStyleName(Style).str();
        Conflicts && !S.Layouts.contains(Name) &&
        (Style == FixStyle::Auto || S.WantsStyles))
      return Name;
  return "";
}

static std::optional<FixStyle> styleNamed(StringRef Name) {
  for (FixStyle Style : offeredStyles())
    if (Style != FixStyle::Auto && fixStyleName(Style) == Name)
      return Style;
  return std::nullopt; // As the settings say.
}

std::optional<Analyses::Clock::time_point> Analyses::stepLayouts() {
  auto Now = Clock::now();
  if (ForLayouts.isBusy() && isOutdated(Searching))
    ForLayouts.stop();
  if (ForLayouts.isBusy())
    return later(ForLayouts, Noticed);
  std::optional<Clock::time_point> Again;
  for (auto &[Name, S] : Files) {
    Document *Doc = Docs.find(Name);
    if (!Doc || !S.IsFresh || !S.IsWhole || !S.Figures || !S.Problem.empty())
      continue;
    std::string Style = nextStyle(S);
    if (Style.empty())
      continue;
    auto Due = Doc->ChangedAt + Quiet;
    bool IsDemanded = !S.Demanded.empty();
    if (!IsDemanded && Now < Due) {
      Again = earlier(Again, Due);
      continue;
    }
    Searching = {Name, S.Generation, Style, sourcesOf(Docs)};
    if (!ForLayouts.begin({World, Doc->Path, styleNamed(Style), openTexts()}))
      S.Layouts[Style] = {};
    return Now + Noticed;
  }
  return Again;
}

std::optional<Analyses::Event> Analyses::receive(int Socket) {
  bool IsLayouts = Socket == ForLayouts.socket();
  Analyst &From = IsLayouts ? ForLayouts : ForFigures;
  const Job &J = IsLayouts ? Searching : Figuring;
  std::optional<AnalystAnswer> Answer = From.receive();
  if (!Answer || isOutdated(J))
    return std::nullopt;
  return take(J, std::move(*Answer), IsLayouts);
}

Analyses::Event Analyses::take(const Job &J, AnalystAnswer Answer,
                               bool IsLayouts) {
  State &S = Files[J.Name];
  Event Made{J.Name, IsLayouts, "", Answer.Problem};
  auto New = std::make_unique<Analysed>();
  if (Answer.Report)
    New->Report = std::move(*Answer.Report);
  New->Sources = J.Sources;
  if (IsLayouts) {
    S.Layouts[J.Style] = std::move(*New);
    S.Demanded.erase(J.Style);
    S.WasSlow = false;
    return Made;
  }
  S.WasSlow = Clock::now() - ForFigures.begunAt() >= Slow;
  if (S.Said != Answer.Said)
    Made.Said = S.Said = Answer.Said;
  S.IsFresh = true;
  S.IsWhole = Answer.IsWhole;
  S.Problem = Answer.Problem;
  if (!Answer.Report)
    return Made; // What was known stays.
  Document *Doc = Docs.find(J.Name);
  if (S.Figures && Doc)
    keepLastGood(*S.Figures, *New, *Doc, Docs);
  S.Headers.clear();
  for (const std::string &Header : New->Report.Headers)
    S.Headers.insert(Docs.nameOf(Header));
  S.Elsewhere.clear();
  for (const std::string &Other : Answer.Elsewhere)
    S.Elsewhere.insert(Docs.nameOf(Other));
  S.Figures = std::move(New);
  return Made;
}

std::string Analyses::slowWork() const {
  auto Now = Clock::now();
  if (ForLayouts.isBusy()) {
    auto It = Files.find(Searching.Name);
    if (It != Files.end() && !It->second.Demanded.empty())
      return "searching layouts for " + fileName(Searching.Name).str();
  }
  if (ForFigures.isBusy() && Now - ForFigures.begunAt() >= Noticed)
    return "analyzing " + fileName(Figuring.Name).str();
  return "";
}

} // namespace warplint
