//===- CommandLine.cpp - The program's options ----------------------------===//

#include "CommandLine.h"
#include "warplint/Checks/CheckTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"
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

CommandLine::LimitOption::LimitOption(const CheckOption &Of,
                                      cl::OptionCategory &Category)
    : Limit(Of.Name), Flag(flagOf(Of.Name)),
      Option(StringRef(Flag), cl::desc(Of.Sentence),
             cl::value_desc(Of.IsExcessPercent ? "percent" : "n"),
             cl::cat(Category)) {}

std::vector<std::unique_ptr<CommandLine::LimitOption>>
CommandLine::limitOptions() {
  std::vector<std::unique_ptr<LimitOption>> Options;
  for (const CheckOption &Limit : limitsOf(allChecks()))
    Options.push_back(std::make_unique<LimitOption>(Limit, Category));
  return Options;
}

bool CommandLine::useColor() const {
  switch (Color) {
  case ColorMode::Always:
    return true;
  case ColorMode::Never:
    return false;
  case ColorMode::Auto:
    return OutputFile.empty() && sys::Process::StandardOutHasColors() &&
           !std::getenv("NO_COLOR");
  }
  return false;
}

void dropForeignOptions() {
  SmallVector<cl::Option *> Foreign;
  for (auto [Name, Option] : cl::getRegisteredOptions())
    if (Name != "help" && Name != "version")
      Foreign.push_back(Option);
  for (cl::Option *O : Foreign)
    O->removeArgument();
}

raw_ostream &error(raw_ostream &Out) {
  return WithColor::error(Out, "warplint");
}

std::vector<std::string> takeFixedFlags(std::vector<const char *> &Args,
                                        bool &Found) {
  auto Dashes = llvm::find_if(Args, [](StringRef A) { return A == "--"; });
  Found = Dashes != Args.end();
  if (!Found)
    return {};
  std::vector<std::string> Flags(Dashes + 1, Args.end());
  Args.erase(Dashes, Args.end());
  return Flags;
}

bool parseCommandLine(CommandLine &Line,
                      const std::vector<const char *> &Args) {
  Line.Words.assign(Args.begin() + 1, Args.end());
  cl::HideUnrelatedOptions(Line.Category);
  cl::SetVersionPrinter([](raw_ostream &OS) {
    OS << "warplint " WARPLINT_VERSION "\n  LLVM " LLVM_VERSION_STRING "\n";
  });
  std::string Errors;
  raw_string_ostream ErrorStream(Errors);
  if (cl::ParseCommandLineOptions(
          Args.size(), Args.data(),
          "warplint: what each shared-memory access of a CUDA kernel costs a "
          "warp\n\n"
          "usage: warplint [options] file.cu... [-p builddir] [-- flags]\n"
          "       warplint model [options]   (see docs/model.md)\n"
          "       warplint solve [options]   (see docs/solve.md)\n\n"
          "exit codes: 0 nothing found, 1 findings, 2 source or option error\n",
          &ErrorStream))
    return true;
  errs() << Errors;
  return false;
}

} // namespace warplint
