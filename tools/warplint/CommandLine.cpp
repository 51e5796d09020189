//===- CommandLine.cpp - The program's options ----------------------------===//

#include "CommandLine.h"
#include "warplint/Checks/CheckTable.h"
#include "warplint/Warp/Evidence.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;

namespace warplint {

/// "min-wavefronts" for "MinWavefronts".
static std::string flagOf(StringRef Name) {
  std::string Flag;
  for (char C : Name) {
    if (isUpper(C) && !Flag.empty())
      Flag += '-';
    Flag += toLower(C);
  }
  return Flag;
}

std::vector<std::unique_ptr<CommandLine::Number>> CommandLine::limitOptions() {
  std::vector<std::unique_ptr<Number>> Options;
  for (const CheckOption &Limit : limitsOf(allChecks()))
    Options.push_back(std::make_unique<Number>(
        *this, flagOf(Limit.Name) + (Limit.IsExcessPercent ? "=percent" : "=n"),
        Limit.Sentence,
        cl::callback([this, Key = "*." + Limit.Name.str()](const unsigned &N) {
          Said.CheckOptions[Key] = utostr(N);
        })));
  return Options;
}

bool CommandLine::useColor() const {
  bool IsShown = OutputFile.empty() && sys::Process::StandardOutHasColors() &&
                 !std::getenv("NO_COLOR");
  return Color == ColorMode::Auto ? IsShown : Color == ColorMode::Always;
}

void dropForeignOptions() {
  SmallVector<cl::Option *> Foreign;
  for (auto [Name, Option] : cl::getRegisteredOptions())
    if (Name != "help" && Name != "version")
      Foreign.push_back(Option);
  for (cl::Option *O : Foreign)
    O->removeArgument();
}

raw_ostream &error() { return WithColor::error(errs(), "warplint"); }

bool say(Error E) {
  error() << toString(std::move(E)) << '\n';
  return false;
}

/// What \p Word may mean where LLVM would take it for a short option and its
/// value: "--json" for "-j son", "--jobs=2" for "-j obs=2". Empty where it is
/// none.
static std::string misreadOption(StringRef Word) {
  auto [Name, Value] = Word.ltrim('-').split('=');
  const auto &Known = cl::getRegisteredOptions();
  if (!Word.starts_with("-") || Known.contains(Name))
    return "";
  if (Name == "json")
    return "--format=json";
  for (auto [Short, Option] : Known)
    if (StringRef Rest = Name; Option->getFormattingFlag() == cl::Prefix &&
                               Rest.consume_front(Short) && !Rest.empty() &&
                               isAlpha(Rest.front()))
      return ("-" + Short + Value).str();
  return "";
}

bool parseCommandLine(CommandLine &Line, ArrayRef<const char *> Args) {
  const auto *Dashes = find_if(Args, [](StringRef A) { return A == "--"; });
  if (Dashes != Args.end())
    Line.FixedFlags.emplace(Dashes + 1, Args.end());
  Args = Args.take_front(Dashes - Args.begin());
  Line.Words.assign(Args.begin() + 1, Args.end());
  // To LLVM "@a.cu" is a file of options, which whoever names the files of a
  // tree could give by a glob.
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  std::vector<const char *> Plain;
  for (const char *Word : Args)
    Plain.push_back(*Word == '@' ? Saver.save("./" + Twine(Word)).data()
                                 : Word);
  cl::HideUnrelatedOptions(Line.Category);
  cl::SetVersionPrinter([](raw_ostream &OS) {
    OS << "warplint " WARPLINT_VERSION "\n  LLVM " LLVM_VERSION_STRING
          "\n  hardware rules: "
       << evidenceText() << '\n';
  });
  for (StringRef Word : Line.Words)
    if (std::string Meant = misreadOption(Word); !Meant.empty()) {
      error() << Word << ": no such option; did you mean '" << Meant << "'?\n";
      return false;
    }
  std::string Errors;
  raw_string_ostream ErrorStream(Errors);
  if (cl::ParseCommandLineOptions(
          Plain.size(), Plain.data(),
          "warplint: the cost of each shared-memory access of a CUDA kernel "
          "per "
          "warp\n\n"
          "usage: warplint [options] file.cu... [-p builddir] [-- flags]\n"
          "       warplint init [options]    (see docs/init.md)\n"
          "       warplint model [options]   (see docs/model.md)\n"
          "       warplint solve [options]   (see docs/solve.md)\n"
          "       warplint lsp [options]     (see docs/editors.md)\n"
          "       warplint mcp [options]     (see docs/agents.md)\n\n"
          "files: CUDA C++ (.cu, .cuh), PTX (.ptx, .fatbin, .so), Python with "
          "CUDA C++\n"
          "       in strings (.py); a folder stands for those below it\n\n"
          "comments: // NOLINT hides findings, // warplint: block(...) "
          "assume(...)\n"
          "          states facts about a kernel, // warplint: expect(...) "
          "the\n"
          "          cost of an access (see docs/annotations.md)\n\n"
          "exit codes: 0 no findings, 1 findings, 2 source or option error,\n"
          "            130 and 143 interrupted (finished results are "
          "written)\n",
          &ErrorStream))
    return true;
  errs() << Errors;
  return false;
}

} // namespace warplint
