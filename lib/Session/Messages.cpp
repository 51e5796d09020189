//===- Messages.cpp - What is said on standard error ----------------------===//

#include "Messages.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Messages/Skipped.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace warplint {

Messages::Messages()
    : Stream(Kept), HasColor(sys::Process::StandardErrHasColors()) {
  Stream.enable_colors(HasColor);
}

raw_ostream &Messages::label(HighlightColor Level, StringRef Name) {
  return WithColor(Stream, Level,
                   HasColor ? ColorMode::Enable : ColorMode::Disable)
             .get()
         << Name << ": ";
}

raw_ostream &Messages::error() {
  Stream << "warplint: ";
  return label(HighlightColor::Error, "error");
}

raw_ostream &Messages::warning() {
  Stream << "warplint: ";
  return label(HighlightColor::Warning, "warning");
}

raw_ostream &Messages::note() { return label(HighlightColor::Note, "note"); }

std::string Messages::take() { return std::exchange(Kept, std::string()); }

void sayCoverage(const FileReport &Report, bool NamesHeader, Messages &To) {
  if (!Report.HadErrors)
    return;
  size_t Left = count_if(Report.Omitted,
                         [](const LeftOut &Out) { return !Out.OnRequest; });
  const size_t Errors = Report.ParseErrors.size();
  const auto &Missing = Report.MissingHeaders;
  if (NamesHeader && !Missing.empty() &&
      none_of(Report.Findings, [&](const Finding &F) {
        return StringRef(F.Message).contains("'" + Missing.front() + "'");
      })) {
    To.text() << printable(shownPath(Report.File)) << ": ";
    const size_t Others = Missing.size() - 1;
    To.note() << messages::PassHeaderFolder(
                     printable(Missing.front()),
                     Others == 0   ? ""
                     : Others == 1 ? messages::NorOtherHeader()
                                   : messages::NorOtherHeaders(Others))
              << '\n';
  }
  To.text() << printable(shownPath(Report.File)) << ": ";
  To.note() << messages::Coverage(
                   counted(Report.Kernels.size(), "kernel"),
                   counted(Left, "function"),
                   Errors ? messages::ClangReports(counted(Errors, "error"))
                          : "")
            << '\n';
}

void sayOmitted(const FileReport &Report, bool Verbose, Messages &To) {
  for (const LeftOut &Out : Report.Omitted) {
    if (Out.OnRequest && !Verbose)
      continue;
    if (Out.Where.isValid())
      To.text() << printable(shownPath(Out.Where.File)) << ':' << Out.Where.Line
                << ':' << Out.Where.Column << ": ";
    To.note() << messages::Skipped(Out.Name, Out.Why) << '\n';
  }
}

void sayOtherCommand(StringRef File, const DeviceCommand &Taken,
                     const DeviceCommand &Other, Messages &To) {
  const auto Beyond = [](const DeviceCommand &Of, const DeviceCommand &Than) {
    std::vector<std::string> Words;
    for (const std::string &Word : Of.Arguments)
      if (!is_contained(Than.Arguments, Word))
        Words.push_back(Word);
    return Words.empty() ? std::string("fewer options")
                         : "'" + join(Words, " ") + "'";
  };
  To.text() << printable(shownPath(File)) << ": ";
  To.note() << messages::OtherCommand(Beyond(Taken, Other),
                                      Beyond(Other, Taken))
            << '\n';
}

void sayCommand(const RawCommand &Raw, const CommandOptions &Options,
                const DeviceCommand &Command, Messages &To) {
  raw_ostream &Out = To.text();
  Out << "warplint: " << printable(Command.File) << ": command from "
      << Raw.Source << ", analyzed for " << Command.Arch << '\n';
  if (Options.Cuda)
    Out << "warplint: CUDA " << Options.Cuda->Major << '.'
        << Options.Cuda->Minor << " at " << Options.Cuda->Path << " ("
        << Options.Cuda->FoundBy << ")\n";
  for (const std::string &Line : Command.Dropped)
    Out << "warplint: " << printable(Command.File) << ": " << Line << '\n';
  Out << "warplint: clang++ " << join(Command.Arguments, " ") << ' '
      << printable(Command.File) << '\n';
}

void sayRemedies(const FileReport &Report, Messages &To) {
  raw_ostream &Out = To.text();
  for (const FoundHeader &Header : Report.FoundHeaders) {
    Out << "warplint: " << printable(Report.File) << ": '" << Header.Name
        << "' resolved to " << printable(Header.File);
    if (!Header.Others.empty())
      Out << ", not " << join(Header.Others, " or ");
    Out << '\n';
  }
  for (const std::string &Repair : Report.Repairs)
    Out << "warplint: " << printable(Report.File) << ": worked around "
        << Repair << '\n';
}

} // namespace warplint
