//===- BuildGuess.cpp - How a project is built, by its files --------------===//

#include "BuildGuess.h"
#include "warplint/Support/PlainFiles.h"
#include "warplint/Support/Printable.h"
#include "warplint/Warp/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace warplint {

static constexpr StringLiteral Database = "compile_commands.json";

/// \p Inner: a quote within the quotes.
static std::string singleQuoted(StringRef Text, StringRef Inner) {
  std::string Quoted = "'";
  for (char C : Text)
    Quoted += C == '\'' ? Inner : StringRef(&C, 1);
  return Quoted + "'";
}

std::string shellWord(StringRef Word) {
  std::string Text = printable(Word);
  if (!Text.empty() && all_of(Text, [](char C) {
        return isAlnum(C) || StringRef("_./+-=,:@%").contains(C);
      }))
    return Text;
  return singleQuoted(Text, "'\\''");
}

std::string yamlText(StringRef Text) { return singleQuoted(Text, "''"); }

std::string smallText(StringRef File) {
  constexpr uint64_t Most = 1 << 20;
  auto FS = plainFiles();
  auto Status = FS->status(File);
  if (!Status || Status->getSize() > Most)
    return "";
  auto Buffer = FS->getBufferForFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// The folders in \p Folder, sorted.
static std::vector<std::string> foldersIn(StringRef Folder) {
  std::vector<std::string> Result;
  std::error_code Problem;
  for (sys::fs::directory_iterator It(Folder, Problem), End;
       !Problem && It != End; It.increment(Problem))
    if (It->type() == sys::fs::file_type::directory_file)
      Result.push_back(sys::path::filename(It->path()).str());
  llvm::sort(Result);
  return Result;
}

/// Where builds are made: the current folder and those in it, and what setup.py
/// makes.
static std::vector<std::string> buildFolders() {
  std::vector<std::string> Result = {".", "build"};
  for (const std::string &Name : foldersIn("."))
    if (Name != "build" && !StringRef(Name).starts_with("."))
      Result.push_back(Name);
  for (const std::string &Name : foldersIn("build"))
    if (Name == "temp" || StringRef(Name).starts_with("temp."))
      Result.push_back("build/" + Name);
  return Result;
}

/// Whether \p Text is of a build that compiles CUDA.
static bool compilesCuda(StringRef Text) {
  static const Regex Words("nvcc|[.]cu([^a-z]|$)|CUDA");
  return Words.match(Text);
}

/// The newest architecture that is named: sm_80, compute_80, or as
/// CMAKE_CUDA_ARCHITECTURES.
static std::string newestArch(StringRef Text) {
  static const Regex Named("(sm|compute)_([0-9]+[af]?)"),
      OfCMake("CUDA_ARCHITECTURES[ \t\"]+([0-9][-0-9a-z; ]*)");
  std::string Newest;
  unsigned Capability = 0;
  auto Try = [&](StringRef Number) {
    std::string Name = "sm_" + Number.split('-').first.str();
    std::optional<Target> On = lookupTarget(Name);
    if (On && On->Capability > Capability) {
      Capability = On->Capability;
      Newest = std::move(Name);
    }
  };
  SmallVector<StringRef> Parts;
  for (StringRef Rest = Text; Named.match(Rest, &Parts);
       Rest = Rest.drop_front(Parts[0].end() - Rest.begin()))
    Try(Parts[2]);
  for (StringRef Rest = Text; OfCMake.match(Rest, &Parts);
       Rest = Rest.drop_front(Parts[0].end() - Rest.begin())) {
    SmallVector<StringRef> Numbers;
    SplitString(Parts[1], Numbers, " ;");
    for (StringRef Number : Numbers)
      Try(Number);
  }
  return Newest;
}

static std::string named(const CommandLine::Text &Option) {
  std::string Text = "--" + Option.ArgStr.str();
  return Option.empty() ? Text : Text + "=" + shellWord(Option);
}

static BuildGuess guessOf(const CommandLine &Line) {
  if (!Line.BuildPath.empty())
    return {Line.BuildPath, "", "-p " + shellWord(Line.BuildPath),
            Line.BuildPath, ""};
  if (Line.FromMake.getNumOccurrences())
    return {"make", "", named(Line.FromMake), "", ""};
  if (Line.FromNinja.getNumOccurrences())
    return {"ninja", "", named(Line.FromNinja), "", ""};
  const std::vector<std::string> Folders = buildFolders();
  auto In = [](const std::string &Folder, StringRef Name) {
    return Folder == "." ? Name.str() : Folder + "/" + Name.str();
  };
  for (const std::string &Folder : Folders)
    if (sys::fs::is_regular_file(In(Folder, Database)))
      return {In(Folder, Database), "", "-p " + shellWord(Folder), Folder, ""};
  for (const std::string &Folder : Folders)
    if (std::string File = In(Folder, "build.ninja");
        compilesCuda(smallText(File)))
      return {File, "",
              "--from-ninja" + (Folder == "." ? "" : "=" + shellWord(Folder)),
              "", newestArch(smallText(File))};
  if (std::string Text = smallText("setup.py");
      StringRef(Text).contains("CUDAExtension") ||
      (StringRef(Text).contains("cpp_extension") && compilesCuda(Text)))
    return {"setup.py", "python setup.py build_ext --build-temp build/temp",
            "--from-ninja=build/temp", "", newestArch(Text)};
  // One without a project is a part of another.
  if (std::string Text = smallText("CMakeLists.txt");
      Regex("project[ \t]*[(]", Regex::IgnoreCase).match(Text))
    return {"CMakeLists.txt",
            "cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-p build",
            "build", newestArch(Text)};
  for (StringRef Name : {"GNUmakefile", "makefile", "Makefile"})
    if (std::string Text = smallText(Name); compilesCuda(Text))
      return {Name.str(), "", "--from-make", "", newestArch(Text)};
  return {};
}

BuildGuess guessBuild(const CommandLine &Line) {
  BuildGuess Build = guessOf(Line);
  if (!Line.FixedFlags)
    return Build;
  Build = {Build.Found, "", "", "", Build.Arch, "--"};
  for (const std::string &Flag : *Line.FixedFlags)
    Build.Flags += " " + shellWord(Flag);
  return Build;
}

} // namespace warplint
