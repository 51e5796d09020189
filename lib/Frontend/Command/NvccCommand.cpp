//===- NvccCommand.cpp - Reading an nvcc command line ---------------------===//

#include "Translation.h"
#include "clang/Basic/LangStandard.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include <array>

using namespace warplint;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

enum class ValueForm { None, One, Joined, Kind };
enum class Action {
  Unneeded,
  Flag,
  FlagWhen,
  LinkTime,
  Prefix,
  List,
  Std,
  Arch,
  GenerateCode,
  HostOptions,
  HostEffort,
  HostCompiler,
  OptionsFile,
  Target,
};

struct NvccOption {
  StringRef Long, Short;
  ValueForm Value;
  ::Action Action;
  StringRef Payload = {};
  bool IsForCode = false; ///< May be passed on to nvcc.
};

/// One option as it stands in a command.
struct Match {
  const NvccOption *Option = nullptr;
  bool HasValue = false; ///< In this very word: -opt=VALUE or -optVALUE.
  StringRef Value;
};

} // namespace

static const llvm::StringMap<NvccOption> &optionsBy(bool Long) {
  static const auto Maps = [] {
    std::array<llvm::StringMap<NvccOption>, 2> Maps;
    auto Add = [&](const NvccOption &O) {
      for (bool Long : {false, true})
        if (StringRef Name = Long ? O.Long : O.Short; !Name.empty())
          Maps[Long].try_emplace(Name, O);
    };
    auto AddUnneeded = [&](ValueForm Value, StringRef Names, bool IsForCode) {
      for (StringRef Name : llvm::split(Names, ' ')) {
        auto [Long, Short] = Name.split('/');
        Add({Long, Name.contains('/') ? Short : Long, Value, Action::Unneeded,
             "", IsForCode});
      }
    };
#define NVCC_OPTION(LONG, SHORT, VALUE, ACTION, PAYLOAD)                       \
  Add({LONG, SHORT, ValueForm::VALUE, Action::ACTION, PAYLOAD});
#define NVCC_CODEGEN_OPTION(LONG, SHORT, VALUE, ACTION, PAYLOAD)               \
  Add({LONG, SHORT, ValueForm::VALUE, Action::ACTION, PAYLOAD,                 \
       /*IsForCode=*/true});
#define NVCC_UNNEEDED(VALUE, NAMES)                                            \
  AddUnneeded(ValueForm::VALUE, NAMES, /*IsForCode=*/false);
#define NVCC_CODEGEN_UNNEEDED(VALUE, NAMES)                                    \
  AddUnneeded(ValueForm::VALUE, NAMES, /*IsForCode=*/true);
#include "NvccOptions.def"
    return Maps;
  }();
  return Maps[Long];
}

static const NvccOption *find(bool Long, StringRef Name) {
  auto It = optionsBy(Long).find(Name);
  return It == optionsBy(Long).end() ? nullptr : &It->second;
}

/// The option that \p Word spells. nvcc itself wants --long and -short;
/// wrappers around it and people write --rdc=true too.
static Match matchOption(StringRef Word) {
  StringRef Name = Word;
  bool TwoDashes = Name.consume_front("--");
  if (!TwoDashes && !Name.consume_front("-"))
    return {};
  auto [Stem, Rest] = Name.split('=');
  bool HasEquals = Stem.size() < Name.size();
  for (bool Long : {TwoDashes, !TwoDashes}) {
    const NvccOption *O = find(Long, Stem);
    if (O && (!HasEquals || O->Value != ValueForm::None))
      return {O, HasEquals, Rest};
  }
  if (TwoDashes || Name.empty())
    return {};
  const NvccOption *O = find(/*Long=*/false, Name.take_front());
  if (O && O->Value == ValueForm::Joined)
    return {O, true, Name.drop_front()};
  return {};
}

/// Whether clang's driver has an option \p Name, its dashes and no '=' included.
static bool isClangOption(StringRef Name) {
  for (const std::string &Word : {Name.str(), (Name + "=").str()})
    for (const llvm::opt::Arg *A :
         ClangOptions({Word.c_str(), "value", "value"}).Args)
      if (A->getOption().getKind() != llvm::opt::Option::UnknownClass &&
          A->getSpelling().rtrim('=') == Name)
        return true;
  return false;
}

bool warplint::isNvccOption(StringRef Word) {
  return matchOption(Word).Option != nullptr;
}

bool warplint::isNvccOnlyOption(StringRef Word) {
  auto [Stem, Value] = Word.split('=');
  StringRef Name = Stem;
  bool Long = Name.consume_front("--");
  if (!Long && !Name.consume_front("-"))
    return false;
  if (!optionsBy(Long).contains(Name))
    return false;
  // Clang's -arch is Apple's and takes a CPU.
  if (Stem == "-arch")
    return Value == "native" || Value.starts_with("all") ||
           (!Value.empty() && parseGpuArch(Value));
  // Clang knows -Xcompiler too, as a flag without a value that it ignores.
  return Stem == "-Xcompiler" || !isClangOption(Stem);
}

void Translation::addArch(StringRef Text) {
  Text = Text.trim(" \"'[]");
  if (auto Arch = parseGpuArch(Text))
    Archs.push_back(*Arch);
  else if (!Text.empty())
    VagueArchs.push_back(Text.str());
}

namespace {

class NvccReader {
public:
  explicit NvccReader(Translation &T) : T(T) {}

  std::vector<std::string> OfHost, Flags; ///< As readNvccFlags takes them.

  void finish() {
    T.addArch(LastArch);
    if (T.IsOptimizedByLinker)
      addFlagsWhen(find(/*Long=*/false, "rdc")->Payload, "true");
    if (T.isDebugCodeOptimized())
      Flags.push_back("-U__CUDACC_DEBUG__");
  }

  void read(ArrayRef<std::string> Words) {
    for (size_t I = 0; I < Words.size(); ++I) {
      StringRef Word = Words[I];
      if (Word.starts_with("@")) {
        readOptionsFile(Word.drop_front());
        continue;
      }
      if (!Word.starts_with("-")) {
        T.Inputs.push_back(Word.str());
        continue;
      }
      Match M = matchOption(Word);
      if (!M.Option) {
        OfHost.push_back(Word.str());
        // nvcc forwards single words; a wrapper around it passes -iquote DIR on.
        for (unsigned N = ClangOptions(OfHost.back().c_str()).MissingCount;
             N && I + 1 < Words.size(); --N)
          OfHost.push_back(Words[++I]);
        continue;
      }
      std::string Spelling = Word.str();
      bool WantsNext = M.Option->Value != ValueForm::None && !M.HasValue;
      if (WantsNext && I + 1 < Words.size() &&
          !(M.Option->Value == ValueForm::Kind &&
            StringRef(Words[I + 1]).starts_with("-"))) {
        M.Value = Words[++I];
        Spelling += " " + Words[I];
      }
      if (M.Option->IsForCode)
        T.addForNvcc(M.Option->Long, M.Value);
      if (M.Option->Action == Action::Unneeded)
        T.Unneeded.push_back(Spelling);
      else
        apply(*M.Option, M.Value);
    }
  }

private:
  void apply(const NvccOption &O, StringRef Value) {
    switch (O.Action) {
    case Action::Unneeded:
      return;
    case Action::Flag:
      return addFlags(O.Payload);
    case Action::FlagWhen:
      return addFlagsWhen(O.Payload, Value);
    case Action::LinkTime:
      T.IsOptimizedByLinker = true;
      return;
    case Action::Prefix:
      Flags.push_back((O.Payload + Value).str());
      return;
    case Action::List:
      return addList(O.Payload, Value);
    case Action::Std:
      return readStd(Value);
    case Action::Arch:
      LastArch = Value.str();
      return;
    case Action::GenerateCode:
      for (const std::string &Clause : splitCommaList(Value, /*Escapes=*/false))
        if (StringRef Arch = StringRef(Clause).trim(" \"");
            Arch.consume_front("arch="))
          T.addArch(Arch);
      return;
    case Action::HostOptions:
      return readHostOptions(Value);
    case Action::HostEffort:
      OfHost.push_back(("-O" + Value).str());
      return;
    case Action::HostCompiler:
      return useHostCompiler(Value);
    case Action::OptionsFile:
      for (const std::string &Path : splitCommaList(Value, /*Escapes=*/false))
        readOptionsFile(Path);
      return;
    case Action::Target:
      return T.drop("headers of target '" + Value + "' (cross compilation)");
    }
  }

  void readStd(StringRef Value) {
    const auto *Known = clang::LangStandard::getLangStandardForName(Value);
    if (Known && Known->isCPlusPlus())
      T.Std = Value.str();
    else
      T.drop("language standard '" + Value + "', unknown to clang");
  }

  /// nvcc splits at commas and pastes the pieces into a shell command.
  void readHostOptions(StringRef Value) {
    for (const std::string &Piece : splitCommaList(Value, /*Escapes=*/true))
      for (const std::string &Word : splitShellWords(Piece))
        addHostOption(Word);
  }

  /// The host's compiler reads @file itself.
  void addHostOption(StringRef Word) {
    if (!Word.starts_with("@"))
      return OfHost.push_back(Word.str());
    readFile(Word.drop_front(), [&](StringRef Text) {
      for (const std::string &Inner : splitShellWords(Text))
        addHostOption(Inner);
    });
  }

  /// A compiler of its own prefix (conda, /opt/gcc-11) brings its own libstdc++.
  void useHostCompiler(StringRef Path) {
    namespace path = llvm::sys::path;
    std::string Absolute = T.absolute(Path);
    StringRef Bin = Absolute;
    if (path::filename(Bin) != "bin")
      Bin = path::parent_path(Bin);
    StringRef Prefix = path::parent_path(Bin);
    bool Own = path::filename(Bin) == "bin" && Prefix != "/usr" &&
               Prefix != "/" && T.FS.exists((Prefix + "/lib/gcc").str());
    // A script may add any option.
    if (auto Text = T.FS.getBufferForFile(Absolute))
      T.HasOpenHost |= (*Text)->getBuffer().starts_with("#!");
    if (path::filename(Absolute).contains("clang"))
      Flags.push_back("-D__WARPLINT_CLANG_BRANCHES__");
    if (Own)
      Flags.push_back(("--gcc-toolchain=" + Prefix).str());
    else
      T.Unneeded.push_back(("-ccbin " + Path).str());
  }

  /// Names in an options file are relative to where nvcc runs, not to the file.
  /// One that is missing may define any macro, as a missing header may.
  void readOptionsFile(StringRef Path) {
    readFile(Path, [&](StringRef Text) { read(splitOptionsFile(Text)); });
  }

  void readFile(StringRef Path, llvm::function_ref<void(StringRef)> Read) {
    // Far beyond what a build writes; a bound for files that include each other.
    constexpr unsigned MaxFiles = 256;
    std::string Absolute = T.absolute(Path);
    if (llvm::is_contained(Open, Absolute))
      return T.drop("options file '" + Path + "', which includes itself");
    if (++FilesRead > MaxFiles)
      return T.drop("options file '" + Path + "': too many options files");
    auto Buffer = T.FS.getBufferForFile(Absolute);
    if (!Buffer) {
      Flags.push_back("-include");
      Flags.push_back(T.path(Path));
      return T.drop("options file '" + Path +
                    "': " + Buffer.getError().message());
    }
    Open.push_back(Absolute);
    Read((*Buffer)->getBuffer());
    Open.pop_back();
  }

  void addFlags(StringRef Words) {
    for (StringRef Flag : llvm::split(Words, ' '))
      Flags.push_back(Flag.str());
  }

  /// Of several values the last counts.
  void addFlagsWhen(StringRef Payload, StringRef Value) {
    auto [When, Words] = Payload.split(':');
    llvm::erase_if(Flags, [Words = Words](const std::string &Flag) {
      return llvm::is_contained(llvm::split(Words, ' '), Flag);
    });
    if (Value == When)
      addFlags(Words);
  }

  void addList(StringRef Option, StringRef List) {
    bool IsMacro = Option == "-D" || Option == "-U";
    // nvcc unescapes macros, but takes a backslash in a path as it is.
    for (StringRef Item : splitCommaList(List, /*Escapes=*/IsMacro)) {
      // -DF(a,b)=a without \, is two items for nvcc too: the second is no macro.
      if (IsMacro && !llvm::isAlpha(Item.front()) && Item.front() != '_')
        T.drop("macro '" + Item + "', which is not an identifier");
      // gcc ignores -isystem of a folder that it searches anyway. For clang the
      // folder moves in front of libstdc++, whose #include_next then finds nothing.
      else if (Option == "-isystem" && T.absolute(Item) == "/usr/include")
        T.drop("'-isystem " + Item + "', which the host compiler ignores");
      else
        Flags.insert(Flags.end(), {Option.str(), Item.str()});
    }
  }

  Translation &T;
  std::string LastArch;          ///< Of several -arch the last counts.
  std::vector<std::string> Open; ///< Options files being read.
  unsigned FilesRead = 0;
};

} // namespace

void warplint::readNvccCommand(ArrayRef<std::string> Words, Translation &T) {
  NvccReader Reader(T);
  Reader.read(Words);
  Reader.finish();
  readNvccFlags(Reader.OfHost, Reader.Flags, T);
}
