//===- AnalystWork.cpp - What the process for analyses does ---------------===//

#include "Analyst.h"
#include "warplint/Select/Baseline.h"
#include "warplint/Session/Session.h"
#include "warplint/Support/Archive.h"
#include "warplint/Support/Printable.h"
#include "warplint/Support/ProcessMemory.h"
#include "llvm/ADT/STLExtras.h"
#include <sys/resource.h>
#include <unistd.h>

using namespace llvm;

namespace warplint {
namespace {

/// A session lives as long as what it has read: another text of the file that
/// it lints is read anew each time, all else is not.
class KeptSession {
public:
  KeptSession(const ServerOptions &Options, Analyst::Purpose For)
      : Options(Options), For(For) {}

  AnalystAnswer answer(const AnalystJob &Job) {
    Files->set(Job.Texts);
    if (!Made || World != Job.World || !onlyChanged(Job))
      if (Error E = renew(Job))
        return {std::nullopt, "", toString(std::move(E))};
    if (!Job.Folder.empty())
      return {std::nullopt, "", "", Made->sourcesBelow(Job.Folder)};
    PreparedFile File = Made->prepare({Job.File, ""});
    if (!File.isReady())
      return {std::nullopt, File.Said, File.Problem};
    std::optional<FileOutcome> Kept = Made->recall(File);
    bool IsWhole = true;
    FileOutcome Outcome = Kept          ? std::move(*Kept)
                          : Job.IsFirst ? Made->lintDeviceSide(File, IsWhole)
                                        : Made->lint(File, Job.Style);
    AnalystAnswer Answer{std::move(Outcome.Report),
                         foundText(File) + File.Said + Outcome.Said, ""};
    Answer.IsWhole = IsWhole;
    if (!Answer.Report)
      return Answer;
    Answer.Elsewhere = Made->filesElsewhere();
    Made->settleHeaderFixes(MutableArrayRef(*Answer.Report));
    holdBackKnown(File, Answer);
    return Answer;
  }

private:
  bool onlyChanged(const AnalystJob &Job) const {
    auto Others = [&](const std::vector<OpenText> &Texts) {
      std::vector<OpenText> Result;
      copy_if(Texts, std::back_inserter(Result),
              [&](const OpenText &T) { return T.Path != Job.File; });
      return Result;
    };
    return Others(Texts) == Others(Job.Texts);
  }

  Error renew(const AnalystJob &Job) {
    Made.reset();
    auto Commands = CommandSource::create(
        Options.BuildPath,
        Options.FixedFlags.value_or(std::vector<std::string>()),
        Options.FixedFlags.has_value(), Files);
    if (!Commands)
      return Commands.takeError();
    SessionOptions Wanted = Options.Session;
    // A text that was not saved is gone with the next key.
    Wanted.KeepOutcomes &= For == Analyst::Purpose::Workspace;
    Wanted.Explain = For != Analyst::Purpose::Layouts;
    Wanted.Key = Wanted.Explain ? "lsp figures" : "lsp layouts";
    if (For == Analyst::Purpose::Layouts && !Wanted.Fix)
      Wanted.Fix = FixStyle::Auto;
    auto New = Session::create(std::move(Wanted), std::move(*Commands), Files);
    if (!New)
      return New.takeError();
    Made = std::move(*New);
    World = Job.World;
    Texts = Job.Texts;
    return Error::success();
  }

  /// What nobody named says how the file is read: that it was taken is told.
  static std::string foundText(const PreparedFile &File) {
    std::string Text;
    if (!File.FoundDatabase.empty())
      Text += "warplint: note: commands of " + printable(File.FoundDatabase) +
              " (found; -p names another)\n";
    for (const std::string &Path : File.FoundSettings)
      Text += "warplint: note: settings of " + printable(Path) +
              " (found; --config-file names another)\n";
    return Text;
  }

  static void holdBackKnown(const PreparedFile &File, AnalystAnswer &Answer) {
    if (File.Settings.Baseline.empty())
      return;
    Expected<Baseline> Known = Baseline::read(File.Settings.Baseline);
    if (Known)
      Known->holdBack(*Answer.Report);
    else
      Answer.Said += toString(Known.takeError()) + "\n";
  }

  const ServerOptions &Options;
  Analyst::Purpose For;
  IntrusiveRefCntPtr<EditorFiles> Files = makeIntrusiveRefCnt<EditorFiles>();
  std::unique_ptr<Session> Made;
  uint64_t World = 0;
  std::vector<OpenText> Texts; ///< When the session was made.
};

} // namespace

void runAnalyst(int Socket, const ServerOptions &Options,
                Analyst::Purpose For) {
  bool IsWorkspace = For == Analyst::Purpose::Workspace;
  if (For != Analyst::Purpose::Figures)
    (void)setpriority(PRIO_PROCESS, 0, IsWorkspace ? 10 : 5);
  limitMemory(memoryShare(IsWorkspace ? 2 + Analyst::MaximumForWorkspace : 2));
  KeptSession Session(Options, For);
  while (std::optional<std::string> Payload = receiveText(Socket)) {
    StringRef Bytes = *Payload;
    std::optional<AnalystJob> Job = readValue<AnalystJob>(Bytes);
    std::string Answered;
    writeValue(Answered, Job ? Session.answer(*Job) : AnalystAnswer());
    // A fresh process takes its place with the next job.
    if (!sendText(Socket, Answered) || memoryOfProcess().InUse > RetireAt)
      return;
  }
}

} // namespace warplint
