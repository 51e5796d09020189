//===- NvccInput.cpp - What the host compiler of nvcc reads ---------------===//

#include "NvccInput.h"
#include "warplint/Support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace warplint {

/// nvcc has macros of its own for what it is and compiles for.
static bool isOfNvcc(StringRef Macro) {
  return Macro.starts_with("__CUDACC") || Macro.starts_with("__CUDA_API_VER") ||
         Macro.starts_with("__CUDA_ARCH") || Macro.starts_with("__NVCC");
}

/// A folder as gcc is told it; those of the toolkit that the command is read
/// with are nvcc's own matter.
static void addFolder(const DeviceCommand &Command, StringRef Option,
                      StringRef Folder, StringRef Copies,
                      std::vector<std::string> &Words) {
  std::string Path = absolutePath(Command.Directory, Folder);
  for (StringRef Word : Command.Arguments)
    if (Word.consume_front("--cuda-path=") &&
        StringRef(Path).starts_with((Word + "/").str()))
      return;
  if (!Copies.empty())
    Words.push_back((Option + Copies + Path).str());
  Words.push_back((Option + Path).str());
}

Expected<NvccInput> inputOf(const DeviceCommand &Command, StringRef Copies) {
  static constexpr StringRef Folders[] = {"-isystem", "-iquote", "-idirafter",
                                          "-I"};
  NvccInput Input;
  const std::vector<std::string> &Words = Command.Arguments;
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    if (Word == "-Xclang") { // With the next word, a matter of clang.
      ++I;
      continue;
    }
    /// What follows \p Option, in this word or the next.
    auto ValueOf = [&](StringRef Option) -> std::optional<StringRef> {
      if (!Word.starts_with(Option))
        return std::nullopt;
      if (Word.size() > Option.size())
        return Word.drop_front(Option.size());
      return I + 1 < Words.size() ? StringRef(Words[++I]) : StringRef();
    };
    if (Word == "-include") {
      std::string File = ValueOf(Word)->str();
      std::string Beside = absolutePath(Command.Directory, File);
      if (sys::fs::exists(Beside))
        File =
            sys::fs::exists(Copies + Beside) ? (Copies + Beside).str() : Beside;
      auto Line = includeLine(File);
      if (!Line)
        return Line.takeError();
      Input.Includes += *Line;
      continue;
    }
    for (StringRef Option : {"-D", "-U"})
      if (auto Macro = ValueOf(Option)) {
        if (!Macro->empty() && !isOfNvcc(*Macro))
          Input.Words.push_back((Option + *Macro).str());
        break;
      }
    const StringRef *Option = find_if(
        Folders, [&](StringRef Option) { return Word.starts_with(Option); });
    if (Option == std::end(Folders))
      continue;
    if (StringRef Folder = *ValueOf(*Option); !Folder.empty())
      addFolder(Command, *Option, Folder, Copies, Input.Words);
  }
  return Input;
}

Expected<std::string> includeLine(StringRef File) {
  if (any_of(File, [](char C) { return C == '"' || C == '\\' || C == '\n'; }))
    return createStringError("an #include cannot name '" + File + "'");
  return ("#include \"" + File + "\"\n").str();
}

std::string responseFile(ArrayRef<std::string> Words) {
  std::string Text;
  for (StringRef Word : Words) {
    Text += '"';
    for (char C : Word) {
      if (C == '"' || C == '\\')
        Text += '\\';
      Text += C;
    }
    Text += "\"\n";
  }
  return Text;
}

std::vector<std::string> dependencies(StringRef Rule) {
  std::vector<std::string> Files;
  std::string File;
  auto Finish = [&] {
    if (!File.empty())
      Files.push_back(std::exchange(File, ""));
  };
  Rule = Rule.substr(Rule.find(": ") + 1);
  for (size_t I = 0; I < Rule.size(); ++I) {
    char Next = I + 1 < Rule.size() ? Rule[I + 1] : '\n';
    if (isSpace(Rule[I]) || (Rule[I] == '\\' && Next == '\n'))
      Finish();
    else if ((Rule[I] == '\\' && (Next == ' ' || Next == '#')) ||
             (Rule[I] == '$' && Next == '$'))
      File += Rule[++I];
    else
      File += Rule[I];
  }
  Finish();
  return Files;
}

} // namespace warplint
