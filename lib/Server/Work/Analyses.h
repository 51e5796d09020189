//===- Analyses.h - What is known of the open files, and what is due -*- C++ -*-//
//
// The newest text wins: what was begun for an older one is ended or dropped.
// Figures come first. Layouts are searched when an editor has been quiet for a
// while, or when somebody asks for an edit.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_SERVER_WORK_ANALYSES_H
#define WARPLINT_LIB_SERVER_WORK_ANALYSES_H

#include "Analyst.h"
#include "Server/Answers/RemedyEdits.h"
#include <chrono>
#include <map>
#include <set>

namespace warplint {

class Analyses {
public:
  using Clock = std::chrono::steady_clock;

  Analyses(const ServerOptions &Options, Documents &Docs)
      : Docs(Docs), ForFigures(Options, Analyst::Purpose::Figures),
        ForLayouts(Options, Analyst::Purpose::Layouts) {}

  /// All of one source.
  struct State {
    /// Of the newest text that was analysed. Null before the first time.
    std::unique_ptr<Analysed> Figures;
    /// Of the text of Figures.
    LayoutReports Layouts;
    std::set<std::string> Headers; ///< By real name.
    /// Other files that launches were looked for in, by real name.
    std::set<std::string> Elsewhere;
    /// Another file is being typed, that it rests on.
    Clock::time_point NotBefore = {};
    bool IsFresh = false;    ///< Nothing changed since Figures were found.
    bool IsWhole = true;     ///< Figures lack nothing that host code tells.
    uint64_t Generation = 0; ///< Counts what made it stale.
    std::set<std::string> Demanded; ///< Styles that somebody waits for.
    /// Somebody looks for remedies: not the best one alone.
    bool WantsStyles = false;
    /// Figures took long, as they do behind headers that nobody has compiled.
    bool WasSlow = false;
    std::string Said;    ///< What was told last.
    std::string Problem; ///< Why Figures are not of this text.
  };

  /// Null where the file at \p Path is not open, or is seen through others.
  State *find(llvm::StringRef Path);
  /// The sources whose analyses are about \p Doc: itself, or those that are open
  /// and include it.
  std::vector<std::pair<const Document *, State *>>
  analysing(const Document &Doc);

  /// What is known of \p Doc: of its own analysis, or of those of the sources
  /// that include it.
  std::vector<const Analysed *> about(const Document &Doc);
  /// \p Figures, or in its place the report with layouts of the same text, whose
  /// findings have notes about remedies, too.
  const Analysed &best(const Analysed &Figures) const;
  /// Whether that is of the newest text.
  bool isFresh(const Document &Doc);
  /// It is analysed for itself.
  bool isSource(const Document &Doc);

  void changed(const Document &Doc);
  void closed(llvm::StringRef Name);
  /// The settings, the build, or files that are not open have changed. What \p
  /// But has is known already.
  void worldChanged(const Document *But = nullptr);
  /// Counts what worldChanged() was told.
  uint64_t world() const { return World; }
  std::vector<OpenText> openTexts();

  void demand(State &Of, const std::string &Style) {
    Of.Demanded.insert(Style);
  }

  /// Something that has become known.
  struct Event {
    std::string Name; ///< The file's real one.
    bool IsLayouts = false;
    std::string Said, Problem;
  };

  /// Ends processes that had nothing to do since \p Then.
  void endIdle(Clock::time_point Then);

  /// Begins with what is due. Returns when to come again at the latest.
  std::optional<Clock::time_point> step();

  std::vector<int> sockets() const {
    return {ForFigures.socket(), ForLayouts.socket()};
  }
  /// Call it for what is ready of sockets().
  std::optional<Event> receive(int Socket);

  /// What is at work for longer than anyone notices, for a progress bar; empty
  /// where nothing is.
  std::string slowWork() const;

private:
  struct Job {
    std::string Name;
    uint64_t Generation = 0;
    std::string Style;
    std::map<std::string, Analysed::Source> Sources;
    bool IsFirst = false; ///< Of figures: see AnalystJob.
  };
  bool isOutdated(const Job &J);
  void makeStale(State &S);
  /// Those that rest on the file \p Name.
  void makeOthersStale(const std::string &Name);
  std::optional<Clock::time_point> stepFigures();
  std::optional<Clock::time_point> stepLayouts();
  std::string nextStyle(const State &S) const;
  Event take(const Job &J, AnalystAnswer Answer, bool IsLayouts);

  Documents &Docs;
  std::map<std::string, State> Files; ///< By real name.
  uint64_t World = 1;
  Analyst ForFigures, ForLayouts;
  Job Figuring, Searching;
};

/// Settings and databases: they count once they are saved.
bool isSettings(llvm::StringRef Path);

} // namespace warplint

#endif // WARPLINT_LIB_SERVER_WORK_ANALYSES_H
