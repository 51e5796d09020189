//===- SettingsFile.cpp - The .warplint of a new project ------------------===//

#include "SettingsFile.h"
#include "BuildGuess.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Kernels that a key is about.
struct Names {
  std::vector<std::string> Blockless; ///< No launch tells the block.
  std::vector<std::string> Assumed;   ///< Instances with arguments of a guess.
  std::string Parameter;              ///< "gemm:n", of an unproven kernel.
};

void addOnce(std::vector<std::string> &To, const std::string &Name) {
  if (!is_contained(To, Name))
    To.push_back(Name);
}

Names namesIn(const std::vector<FileReport> &Reports) {
  Names Result;
  for (const FileReport &R : Reports) {
    for (const AccessRecord &A : R.Accesses) {
      if (A.Launch.Source == LaunchSource::Assumed && !A.isAssumed())
        addOnce(Result.Blockless, A.Kernel);
      auto Kernel = find(R.Kernels, A.Kernel + A.TemplateArguments);
      const size_t Number = Kernel - R.Kernels.begin();
      if (Result.Parameter.empty() && A.Verdict.Kind == VerdictKind::Unproven &&
          Number < R.Assumable.size() && !R.Assumable[Number].empty())
        Result.Parameter = A.Kernel + ":" + R.Assumable[Number].front();
    }
    for (const TemplateRecord &T : R.Templates)
      if (T.IsAssumed && !T.Instances.empty())
        addOnce(Result.Assumed, T.Instances.front());
  }
  return Result;
}

std::string quoted(const std::string &Text) {
  return yamlText(printable(Text));
}

class SettingsText {
public:
  void say(const Twine &What) {
    const std::string Sentence = What.str();
    Text += "\n";
    for (StringRef Line : split(StringRef(Sentence), '\n'))
      Text += ("# " + Line + "\n").str();
  }
  void offer(StringRef Key, StringRef Value) {
    Text += ("# " + Key + ": " + Value + "\n").str();
  }
  void set(StringRef Key, StringRef Value) {
    Text += (Key + ": " + Value + "\n").str();
  }

  std::string Text;
};

/// "Found here: 'a', 'b' and 3 others."
std::string hereText(const std::vector<std::string> &Kernels) {
  constexpr size_t Most = 3;
  if (Kernels.empty())
    return "";
  std::vector<std::string> Parts;
  for (const std::string &Name : ArrayRef(Kernels).take_front(Most))
    Parts.push_back("'" + printable(shortName(Name)) + "'");
  if (Kernels.size() > Most)
    Parts.push_back(counted(Kernels.size() - Most, "other"));
  return "\nFound here: " + listed(Parts) + ".";
}

} // namespace

std::string settingsText(const NewSettings &New,
                         const std::vector<FileReport> &Reports) {
  const Names Found = namesIn(Reports);
  SettingsText T;
  T.Text = "# Settings of warplint for the sources here and below. "
           "`warplint --dump-config`\n# prints what holds, docs/config.md has "
           "all keys. All files are linted by\n#\n" +
           (New.Prepare.empty() ? "" : "#   " + New.Prepare + "\n") + "#   " +
           New.Command + "\n";
  if (New.HasParent) {
    T.say("Settings missing here come from the next .warplint further up.");
    T.set("InheritParentConfig", "true");
  }
  T.say("More checks, as globs: 'warplint-*' enables "
        "all,\n'-warplint-incomplete-file' disables one.");
  T.offer("Checks", "'warplint-*'");
  T.say("The GPU (default: that of the compile command, else sm_90)." +
        (New.Arch.empty()
             ? ""
             : "\nThe newest in " + printable(New.ArchSource) + ":"));
  New.Arch.empty() ? T.offer("Arch", "sm_90") : T.set("Arch", New.Arch);
  T.say(
      "Findings in this file are hidden, new ones are shown; see docs/ci.md.");
  if (New.Baseline.empty())
    T.offer("Baseline", "warplint-baseline.json");
  else
    T.set("Baseline", New.Baseline);
  T.say("The lowest level that makes the exit code 1: remark, warning, "
        "error\nor never.");
  T.offer("FailOn", "warning");
  T.say("Ignore findings with fewer wavefronts, or with a smaller excess in "
        "percent of\nthe ideal.");
  T.offer("MinWavefronts", "4");
  T.offer("MinExcess", "100");
  T.say("Blocks of kernels without a known launch; a comment above the kernel "
        "does the\nsame: // warplint: block(32, 8)" +
        hereText(Found.Blockless));
  T.offer("Block",
          "[" +
              quoted((Found.Blockless.empty() ? "kernel" : Found.Blockless[0]) +
                     ":32x8") +
              "]");
  T.say("Conditions on parameters that the program guarantees; results depend "
        "on them.");
  T.offer("Assume",
          "[" +
              quoted((Found.Parameter.empty() ? "kernel:n" : Found.Parameter) +
                     " % 32 == 0") +
              "]");
  T.say("Arguments of kernel templates that no file instantiates; warplint "
        "tries others,\nwith remarks as findings." +
        hereText(Found.Assumed));
  T.offer("Instantiate", "[" +
                             quoted(Found.Assumed.empty() ? "kernel<float, 128>"
                                                          : Found.Assumed[0]) +
                             "]");
  return T.Text;
}

} // namespace warplint
