//===- EmbeddedFiles.cpp - Files with sources of another kind in them -----===//

#include "EmbeddedFiles.h"
#include "warplint/Finding/SourceLines.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Frontend/Templates.h"
#include "warplint/MachineCode/Fatbin.h"
#include "warplint/Messages/Python.h"
#include "warplint/Python/PythonSource.h"
#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Support/Archive.h"
#include "warplint/Support/ForeignJson.h"
#include "warplint/Support/Printable.h"
#include "warplint/Warp/LaneMask.h"
#include "warplint/Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace warplint {

static void addRemark(FileReport &Report, const SourcePlace &Where,
                      std::string Message) {
  Finding F;
  F.Check = "warplint-incomplete-file";
  F.Level = Severity::Remark;
  F.Where = Where;
  F.Message = std::move(Message);
  Report.Findings.push_back(std::move(F));
}

namespace {

/// From the file of a module, as clang read it, to the .py.
class IntoPython {
public:
  IntoPython(const EmbeddedCuda &Module, std::string From, std::string To,
             IntrusiveRefCntPtr<vfs::FileSystem> Files)
      : Module(Module), From(std::move(From)), To(std::move(To)),
        Lines(std::move(Files)) {}

  /// Every place and every name of the file in \p Value.
  template <typename T> void translate(T &Value) {
    if constexpr (std::is_same_v<T, SourcePlace>) {
      place(Value);
    } else if constexpr (std::is_same_v<T, std::string>) {
      // Also without its folder.
      const StringRef Name = sys::path::filename(From);
      for (size_t At; (At = Value.find(Name)) != std::string::npos;)
        Value.replace(At, Name.size(), sys::path::filename(To));
    } else {
      forEachPart(Value, [&](auto &Part) { translate(Part); });
    }
  }

  /// What clang printed: FILE:LINE:COLUMN, or parts of it.
  std::string diagnostics(StringRef Text) {
    std::string Result;
    const Regex Place("^([^ \n]*):([0-9]+):([0-9]+): ", Regex::Newline);
    SmallVector<StringRef> Parts;
    while (Place.match(Text, &Parts)) {
      SourcePlace Where{Parts[1].str()};
      (void)Parts[2].getAsInteger(10, Where.Line);
      (void)Parts[3].getAsInteger(10, Where.Column);
      place(Where);
      Result += Text.take_front(size_t(Parts[0].data() - Text.data()));
      Result += formatv("{0}:{1}:{2}: ", Where.File, Where.Line, Where.Column);
      Text = Text.drop_front(size_t(Parts[0].end() - Text.data()));
    }
    Result += Text;
    translate(Result);
    return Result;
  }

private:
  void place(SourcePlace &Where) {
    const auto Move = [&](unsigned &Line, unsigned &Column, bool IsEnd) {
      const auto Offset = Lines.offset(From, Line, Column);
      const auto &Of = Module.Origins;
      if (Offset && !Of.empty())
        std::tie(Line, Column) =
            Lines.lineAndColumn(To, IsEnd && *Offset ? Of[*Offset - 1].second
                                    : *Offset < Of.size() ? Of[*Offset].first
                                                          : Of.back().second);
    };
    if (Where.File != From)
      return;
    if (Where.EndLine)
      Move(Where.EndLine, Where.EndColumn, /*IsEnd=*/true);
    if (Where.Line)
      Move(Where.Line, Where.Column, /*IsEnd=*/false);
    Where.File = To;
  }

  const EmbeddedCuda &Module;
  const std::string From, To;
  SourceLines Lines;
};

} // namespace

/// Makes the edits of \p Report, of the file \p Name, edits of \p Text, that of
/// the .py, and drops the fixes that have one which does not go there.
static void editPython(FileReport &Report, StringRef Name,
                       const EmbeddedCuda &Module, StringRef Text) {
  for (size_t N = Report.Fixes.size(); N-- > 0;) {
    bool Fits = true;
    std::vector<FileEdits> Files = Report.Fixes[N].Files;
    for (FileEdits &File : Files) {
      if (File.File != Name)
        continue;
      for (SourceEdit &Edit : File.Edits) {
        auto Made = editOfPython(Edit, Module, Text);
        Fits &= Made.has_value();
        Edit = Made.value_or(SourceEdit());
      }
    }
    if (Fits)
      Report.Fixes[N].Files = std::move(Files);
    else
      Report.dropFix(N, messages::PythonNoEdit());
  }
  for (ParsedText &Parsed : Report.Texts)
    if (Parsed.File == Name)
      Parsed.Text = Text.str();
}

/// Drops the fixes that edit a literal of another of \p Modules, unless a fix of
/// that makes the same edit.
static void dropSharedEdits(std::vector<FileReport> &Reports, StringRef Name,
                            ArrayRef<EmbeddedCuda> Modules) {
  const auto HasEdit = [&](const auto &Fix, auto Is) {
    return any_of(Fix.Files, [&](const FileEdits &File) {
      return File.File == Name && any_of(File.Edits, Is);
    });
  };
  const auto IsShared = [&](size_t By, const SourceEdit &Edit) {
    for (const auto &[I, Module] : enumerate(Modules))
      if (I != By &&
          any_of(Module.Literals,
                 [&](const PythonLiteral &L) {
                   return L.Begin <= Edit.Offset &&
                          Edit.Offset + Edit.Length <= L.End;
                 }) &&
          none_of(Reports[I].Fixes, [&](const auto &Fix) {
            return HasEdit(
                Fix, [&](const SourceEdit &Other) { return Other == Edit; });
          }))
        return true;
    return false;
  };
  for (bool IsAgain = true; std::exchange(IsAgain, false);)
    for (const auto &[I, Report] : enumerate(Reports))
      for (size_t N = Report.Fixes.size(); N-- > 0;)
        if (HasEdit(Report.Fixes[N], [&, By = I](const SourceEdit &Edit) {
              return IsShared(By, Edit);
            })) {
          Report.dropFix(N, messages::PythonSharedEdit());
          IsAgain = true;
        }
}

/// Puts \p From behind what \p To has of the same file.
static void merge(FileReport &To, FileReport From) {
  for (Finding &F : From.Findings) {
    if (F.Access)
      *F.Access += To.Accesses.size();
    if (F.Array)
      *F.Array += To.Layouts.size();
    for (size_t &Fix : F.Fixes)
      Fix += To.Fixes.size();
  }
  for (ArrayRemedy &R : From.Layouts)
    if (R.Fix)
      R.Fix->Fix += To.Fixes.size();
  for (ParsedText &Text : std::exchange(From.Texts, {}))
    To.addText(Text.File, std::move(Text.Text));
  forEachMember(To, From, []<typename T>(T &Into, T &Of) {
    if constexpr (std::is_same_v<T, bool>)
      Into |= Of;
    else if constexpr (std::is_same_v<T, SourcePlace>)
      Into = Into.isValid() ? Into : Of;
    else if constexpr (!std::is_same_v<T, std::string>)
      append_range(Into, Of);
  });
}

/// Says what of \p Module only running the Python would tell, apart from what
/// \p Command gives; true where nothing can be said without it.
static bool addUnknownValues(FileReport &Report, const EmbeddedCuda &Module,
                             const DeviceCommand &Command) {
  std::vector<std::string> Unknown;
  std::string Options;
  SourcePlace Where;
  for (const FormattedValue &V : Module.Values) {
    const std::string Option = "-D" + V.Name + "=";
    if (!V.Name.empty() && any_of(Command.Arguments, [&](StringRef Argument) {
          return Argument.starts_with(Option);
        }))
      continue;
    if (V.IsWhole) {
      const std::string Why = messages::PythonUnknownText(
          V.Name.empty() ? StringRef(V.Spelling).split('\n').first.str()
                         : V.Name);
      for (const std::string &Kernel : Module.Kernels)
        Report.Omitted.push_back({V.Where, Kernel, Why});
      addRemark(Report, V.Where, Why);
      return true;
    }
    if (Unknown.empty())
      Where = V.Where;
    Unknown.push_back("'" + V.Name + "'");
    Options += " " + Option + "...";
  }
  if (!Unknown.empty())
    addRemark(Report, Where,
              messages::PythonUnknownValues(listed(Unknown), Options));
  return false;
}

FileReport analyzePython(const DeviceCommand &Command,
                         const IntrusiveRefCntPtr<vfs::FileSystem> &Files,
                         const AnalysisOptions &Options, TextAnalyzer Analyze) {
  FileReport Report;
  Report.File = Command.File;
  Report.Architecture = Command.Arch;
  auto Buffer = Files->getBufferForFile(Command.File);
  if (!Buffer)
    return Report;
  const StringRef Text = (*Buffer)->getBuffer();
  const PythonSource Source = readPython(Command.File, Text);
  Report.HadErrors = !Source.Errors.empty();
  Report.ParseErrors = Source.Errors;
  DeviceCommand Own = Command;
  Own.File += ".cu";
  std::vector<FileReport> Made;
  for (const EmbeddedCuda &Module : Source.Modules) {
    FileReport Remarks;
    if (addUnknownValues(Remarks, Module, Command)) {
      Made.push_back(std::move(Remarks));
      continue;
    }
    Own.Arguments = Command.Arguments;
    append_range(Own.Arguments, Module.Flags);
    AnalysisOptions Wanted = Options;
    Wanted.Launches = Module.Launches;
    for (const std::string &Instance : Module.Instances)
      if (auto Id = splitTemplateId(Instance); Id && !Id->second.empty())
        Wanted.Instances.push_back({Id->first, Id->second});
    // No compiler and no other file has this text as a file.
    Wanted.Compile = nullptr;
    Wanted.Elsewhere = nullptr;
    Made.push_back(
        Analyze(Own, withFile(Files, Own.File, Module.Text), Wanted));
    editPython(Made.back(), Own.File, Module, Text);
    append_range(Made.back().Findings, std::move(Remarks.Findings));
  }
  dropSharedEdits(Made, Own.File, Source.Modules);
  for (const auto &[Module, Of] : zip(Source.Modules, Made)) {
    IntoPython Translation(Module, Own.File, Command.File,
                           withFile(Files, Own.File, Module.Text));
    for (CompilerError &E : Of.ParseErrors)
      E.Text = Translation.diagnostics(E.Text);
    Translation.translate(Of);
    merge(Report, std::move(Of));
  }
  for (const SourcePlace &Where : Source.Unused)
    addRemark(Report, Where, messages::PythonUnused());
  return Report;
}

FileReport analyzeBinary(const DeviceCommand &Command,
                         const IntrusiveRefCntPtr<vfs::FileSystem> &Files,
                         const AnalysisOptions &Options, TextAnalyzer Analyze) {
  FileReport Report;
  Report.File = Command.File;
  Report.Architecture = Command.Arch;
  auto Buffer = Files->getBufferForFile(Command.File);
  if (!Buffer)
    return Report;
  auto Modules = ptxIn((*Buffer)->getBuffer());
  if (!Modules) {
    const std::string Why = toString(Modules.takeError());
    Report.ParseErrors = {{{Command.File},
                           Why,
                           printable(Command.File) + ": error: " + Why + "\n"}};
    Report.HadErrors = true;
    return Report;
  }
  for (const auto &[I, Text] : enumerate(*Modules)) {
    DeviceCommand Own = Command;
    Own.File += "." + std::to_string(I + 1) + ".ptx";
    merge(Report, Analyze(Own, withFile(Files, Own.File, Text), Options));
  }
  return Report;
}

std::string factsBeside(StringRef File) {
  SmallString<256> Beside(File);
  sys::path::replace_extension(Beside, ".json");
  return Beside.str().str();
}

void readTritonFacts(StringRef File, vfs::FileSystem &Files,
                     AnalysisOptions &Into) {
  const std::string Beside = factsBeside(File);
  auto Text = Files.getBufferForFile(Beside);
  if (!Text)
    return;
  Expected<json::Value> Parsed = parseForeignJson((*Text)->getBuffer());
  const json::Object *Facts = Parsed ? Parsed->getAsObject() : nullptr;
  if (!Parsed)
    consumeError(Parsed.takeError());
  const auto Name = Facts ? Facts->getString("name") : std::nullopt;
  const auto Warps = Facts ? Facts->getInteger("num_warps") : std::nullopt;
  if (!Name || !Warps || *Warps < 1 ||
      *Warps > int64_t(MaxBlockThreads / WarpSize))
    return;
  LaunchRecord Record;
  Record.Shape = {unsigned(*Warps * WarpSize), 1, 1};
  Record.Source = LaunchSource::Launch;
  Record.Where = {Beside, 1, 1};
  if (auto Bytes = Facts->getInteger("shared"); Bytes && *Bytes >= 0)
    Record.DynamicSharedBytes = uint64_t(*Bytes);
  Into.Launches[Name->str()].push_back(std::move(Record));
}

} // namespace warplint
