//===- SourceWords.cpp - What a source of the build may name --------------===//

#include "SourceWords.h"
#include "clang/Basic/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace warplint {

// Of one source: beyond that it may name anything.
static constexpr size_t MaximumTexts = 4096;

const TextWords *SourceWords::textAt(StringRef Path) {
  auto [It, IsNew] = Texts.try_emplace(Path);
  if (!IsNew)
    return It->second.get();
  auto Buffer = FS->getBufferForFile(Path);
  if (!Buffer)
    return nullptr;
  auto Text = std::make_unique<TextWords>();
  Text->Path = Path.str();
  readWords((*Buffer)->getBuffer(), *Text);
  return (It->second = std::move(Text)).get();
}

/// Where a command has headers looked for.
struct SourceWords::Search {
  std::vector<std::string> Quoted = {}, All = {}; ///< Folders.
  std::vector<std::string> First = {};            ///< -include
  std::vector<std::string> ForeignFirst = {}; ///< The same, of other owners.
  std::vector<std::string> Foreign = {}; ///< Folders that are not searched.
  std::vector<std::string> Projects =
      {}; ///< Of these, those of other projects.
  std::string Definitions = {};
  std::string Directory = {}; ///< Of the command.
  bool IsOpen = false;        ///< Also elsewhere.
  unsigned Number = 0;        ///< Of these folders.
};

/// Whose headers \p Folder has, for a program whose source is in \p Source.
SourceWords::Owner SourceWords::ownerOf(StringRef Folder, StringRef Source) {
  static constexpr StringRef Names[] = {
      "site-packages", "dist-packages", "third_party", "3rdparty", "thirdparty",
      "third-party",   "external",      "extern",      "vendor",   "_deps"};
  auto [Part, Shared] = std::mismatch(path::begin(Folder), path::end(Folder),
                                      path::begin(Source), path::end(Source));
  if (std::distance(path::begin(Source), Shared) <= 1 &&
      (Folder.starts_with("/usr/") || Folder.starts_with("/opt/")))
    return Owner::System;
  auto [It, IsNew] = HasToolkit.try_emplace(Folder);
  // A project may have a cuda_runtime.h of its own.
  if (IsNew)
    It->second = FS->exists(Folder + "/cuda_runtime.h") &&
                 FS->exists(Folder + "/crt/host_runtime.h");
  if (It->second)
    return Owner::System;
  const bool IsNamed = std::any_of(Part, path::end(Folder), [](StringRef N) {
    return llvm::is_contained(Names, N.lower());
  });
  return IsNamed ? Owner::Project : Owner::Program;
}

/// The words of \p Arguments that are for the preprocessor, without those that
/// hand them on to it.
static std::vector<std::string>
preprocessorWords(llvm::ArrayRef<std::string> Arguments) {
  std::vector<std::string> Words;
  for (StringRef Word : Arguments) {
    if (Word.consume_front("-Wp,")) {
      llvm::SmallVector<StringRef> Parts;
      Word.split(Parts, ',');
      Words.insert(Words.end(), Parts.begin(), Parts.end());
    } else if (Word != "-Xclang" && Word != "-Xpreprocessor") {
      // --include is -include.
      Word.consume_front(Word.starts_with("--i") ? "-" : "");
      Words.push_back(Word.str());
    }
  }
  return Words;
}

SourceWords::Search SourceWords::searchOf(const DeviceCommand &Command) {
  Search Found;
  Found.Directory = Command.Directory;
  llvm::SmallString<256> Source(path::parent_path(Command.File));
  (void)FS->makeAbsolute(Source); // As it is, if there is no folder.
  llvm::raw_string_ostream Macros(Found.Definitions);
  Macros << llvm::join(Command.Linked, " ") << '\n';
  const std::vector<std::string> Words = preprocessorWords(Command.Arguments);
  for (size_t N = 0; N < Words.size(); ++N) {
    StringRef Word = Words[N];
    auto Takes = [&](StringRef Option) {
      if (!Word.consume_front(Option))
        return false;
      if (Word.empty() && N + 1 < Words.size())
        Word = Words[++N];
      return true;
    };
    if (Takes("-D")) {
      auto [Name, Value] = Word.split('=');
      Macros << "#define " << Name << ' ' << Value << '\n';
    } else if (Takes("-include") || Takes("-imacros")) {
      const bool IsOwn =
          !path::is_absolute(Word) ||
          ownerOf(path::parent_path(Word), Source) == Owner::Program;
      (IsOwn ? Found.First : Found.ForeignFirst).push_back(Word.str());
    } else if (const bool IsQuoted = Takes("-iquote");
               IsQuoted || Takes("-I") || Takes("-isystem") ||
               Takes("-idirafter")) {
      const Owner Has = ownerOf(Word, Source);
      (Has != Owner::Program ? Found.Foreign
       : IsQuoted            ? Found.Quoted
                             : Found.All)
          .push_back(Word.str());
      if (Has == Owner::Project)
        Found.Projects.push_back(Word.str());
    } else if (Takes("--cuda-path=")) {
      Found.Foreign.push_back((Word + "/include").str());
    } else {
      // Folders that other options make.
      Found.IsOpen |=
          Word.starts_with("-iwith") || Word.starts_with("-ivfsoverlay");
    }
  }
  const std::string Key =
      llvm::join(Found.Quoted, "\n") + "\n\n" + llvm::join(Found.All, "\n");
  Found.Number = Paths.try_emplace(Key, Paths.size()).first->second;
  return Found;
}

/// The header that \p Line includes in a file of the folder \p From; null if the
/// program has no such header.
const TextWords *SourceWords::find(const IncludeLine &Line, const Search &In,
                                   StringRef From) {
  auto At = [&](StringRef Folder) {
    llvm::SmallString<256> Path(Folder);
    path::append(Path, Line.Name);
    path::remove_dots(Path, /*remove_dot_dot=*/true);
    return textAt(Path);
  };
  if (path::is_absolute(Line.Name))
    return textAt(Line.Name);
  if (Line.Quoted) {
    if (const TextWords *Beside = At(From))
      return Beside;
    for (StringRef Folder : In.Quoted)
      if (const TextWords *Text = At(Folder))
        return Text;
  }
  for (StringRef Folder : In.All)
    if (const TextWords *Text = At(Folder))
      return Text;
  return nullptr;
}

/// Whether \p Header is one of the compiler, the toolkit or another project.
bool SourceWords::isOfSystem(StringRef Header, const Search &In) {
  auto Has = [&](StringRef Folder) {
    llvm::SmallString<256> Path(Folder);
    path::append(Path, Header);
    return FS->exists(Path);
  };
  // C++'s own have no extension; the compiler's are in many folders.
  return !path::has_extension(Header) || llvm::any_of(In.Foreign, Has) ||
         Has("/usr/include") || Has("/usr/local/include") ||
         Header.starts_with("std") || Header.ends_with("intrin.h");
}

const SourceWords::Headers &SourceWords::included(const TextWords &Text,
                                                  const Search &In) {
  if (auto It = Included.find({&Text, In.Number}); It != Included.end())
    return It->second;
  Headers Found;
  for (const IncludeLine &Line : Text.Includes)
    if (const TextWords *Header = find(Line, In, path::parent_path(Text.Path)))
      Found.Texts.push_back(Header);
    else if (Found.Missing.empty() && Line.Quoted &&
             Text.Needed.contains(Line.Name) && !isOfSystem(Line.Name, In))
      Found.Missing = Line.Name;
  for (StringRef Name : Text.NextIncludes)
    for (StringRef Folder : In.All) {
      llvm::SmallString<256> Path(Folder);
      path::append(Path, Name);
      if (const TextWords *Header = textAt(Path))
        Found.Texts.push_back(Header);
    }
  return Included[{&Text, In.Number}] = std::move(Found);
}

/// Follows the macros that \p To includes and that are not \p Known. False if a
/// macro has no definition.
bool SourceWords::addMacros(Source &To, const Search &In,
                            llvm::StringSet<> &Known,
                            std::vector<const TextWords *> &Pending) {
  bool AreTold = true;
  for (const TextWords *From : To.Texts)
    for (StringRef Macro : From->IncludedMacros) {
      if (!Known.insert(Macro).second)
        continue;
      bool IsTold = false;
      for (const TextWords *Text : To.Texts)
        if (auto It = Text->Macros.find(Macro); It != Text->Macros.end()) {
          IsTold = true;
          for (const IncludeLine &Line : It->second)
            if (const TextWords *Header =
                    find(Line, In, path::parent_path(From->Path)))
              Pending.push_back(Header);
        }
      AreTold &= IsTold;
    }
  return AreTold;
}

void SourceWords::add(Source &To, const TextWords *First, const Search &In) {
  std::vector<const TextWords *> Pending;
  if (First)
    Pending.push_back(First);
  To.IsOpen |= In.IsOpen;
  if (!In.Definitions.empty()) {
    readWords(In.Definitions, Lines.emplace_back());
    Pending.push_back(&Lines.back());
  }
  for (const std::string &Name : In.First)
    if (const TextWords *Header =
            find({Name, /*Quoted=*/true}, In, In.Directory))
      Pending.push_back(Header);
    else if (!isOfSystem(Name, In))
      To.Missing = Name;
  llvm::SmallPtrSet<const TextWords *, 16> Seen;
  llvm::StringSet<> Macros;
  do {
    while (!Pending.empty() && Seen.size() <= MaximumTexts) {
      const TextWords *Text = Pending.back();
      Pending.pop_back();
      if (!Seen.insert(Text).second)
        continue;
      To.Texts.push_back(Text);
      To.IsOpen |= Text->HasTrigraphs;
      const Headers &Next = included(*Text, In);
      llvm::append_range(Pending, Next.Texts);
      if (To.Missing.empty())
        To.Missing = Next.Missing;
    }
    To.IsOpen |=
        Seen.size() > MaximumTexts || !addMacros(To, In, Macros, Pending);
  } while (!Pending.empty() && !To.IsOpen);
}

SourceWords::Source &SourceWords::sourceOf(StringRef File) {
  auto [It, IsNew] = Sources.try_emplace(File);
  if (!IsNew)
    return *It->second;
  It->second = std::make_unique<Source>();
  Source &Made = *It->second;
  std::vector<DeviceCommand> Commands = CommandsFor(File);
  if (Commands.empty())
    Commands.emplace_back();
  if (!textAt(File))
    Made.Missing = File.str();
  for (const DeviceCommand &Command : Commands)
    add(Made, textAt(File), searchOf(Command));
  return Made;
}

/// Whether macros, those of other projects among them, may join words to \p Name.
bool SourceWords::mayPaste(StringRef File, StringRef Name) {
  Source &S = sourceOf(File);
  if (!S.Pasted) {
    const auto *Foreign = foreignTexts(File);
    if (!Foreign)
      return true;
    std::vector<const WordGroup *> Groups;
    for (const auto *Texts : {&std::as_const(S).Texts, Foreign})
      for (const TextWords *Text : *Texts)
        for (const WordGroup &Group : Text->Groups)
          Groups.push_back(&Group);
    S.Pasted = std::make_unique<llvm::StringSet<>>(pastedWords(Groups));
  }
  return canPaste(*S.Pasted, Name);
}

bool SourceWords::isLinked(StringRef File, StringRef Name) {
  return llvm::any_of(CommandsFor(File), [&](const DeviceCommand &Command) {
    return llvm::is_contained(Command.Linked, Name);
  });
}

bool SourceWords::isProgramOf(StringRef File,
                              llvm::ArrayRef<std::string> Sources) {
  if (isUnit(File))
    return false;
  auto IsOf = [](StringRef Object, StringRef Source) {
    const StringRef Stem = path::stem(Object);
    return isUnit(Source) &&
           (Stem == path::stem(Source) || Stem == path::filename(Source));
  };
  const std::vector<DeviceCommand> Commands = CommandsFor(File);
  return !Commands.empty() && llvm::all_of(Commands, [&](const auto &Command) {
    bool IsInIt = false;
    for (StringRef Word : Command.Linked) {
      const bool IsObject = isObject(Word);
      const bool IsOutput = Word.consume_front("-o");
      IsInIt |= (IsObject || IsOutput) &&
                path::filename(Word) == path::filename(File);
      if (Word == "-shared" ||
          (IsObject && !IsOutput &&
           llvm::none_of(Sources, [&](StringRef S) { return IsOf(Word, S); })))
        return false;
    }
    return IsInIt;
  });
}

const std::vector<const TextWords *> *
SourceWords::foreignTexts(StringRef File) {
  auto [It, IsNew] = Foreign.try_emplace(File);
  if (!IsNew)
    return It->second ? &*It->second : nullptr;
  const Source &Own = sourceOf(File);
  std::vector<const TextWords *> Found;
  llvm::SmallPtrSet<const TextWords *, 16> Seen(Own.Texts.begin(),
                                                Own.Texts.end());
  for (const DeviceCommand &Command : CommandsFor(File)) {
    const Search In = searchOf(Command);
    Search Among = In;
    llvm::append_range(Among.All, In.Projects);
    auto Add = [&](const TextWords *Text) {
      if (Text && Seen.insert(Text).second)
        Found.push_back(Text);
    };
    auto AddIncluded = [&](const TextWords &By) {
      for (const IncludeLine &Line : By.Includes)
        Add(find(Line, Among, path::parent_path(By.Path)));
    };
    for (StringRef Name : In.ForeignFirst)
      Add(textAt(Name));
    if (!In.Projects.empty())
      for (const TextWords *Text : Own.Texts)
        AddIncluded(*Text);
    for (size_t N = 0; N != Found.size(); ++N) {
      if (N == MaximumTexts)
        return nullptr;
      AddIncluded(*Found[N]);
    }
  }
  It = Foreign.find(File);
  return &It->second.emplace(std::move(Found));
}

bool SourceWords::foreignMayCall(StringRef File, StringRef Name) {
  const auto *Texts = foreignTexts(File);
  return !Texts || llvm::any_of(*Texts, [&](const TextWords *Text) {
    return Text->Outer.contains(Name);
  });
}

bool SourceWords::mayUse(StringRef File, StringRef Name) {
  const Source &S = sourceOf(File);
  if (isFortran(File) && Name.consume_back("_") && mayUse(File, Name))
    return true;
  return S.IsOpen ||
         llvm::any_of(S.Texts,
                      [&](const TextWords *Text) {
                        return Text->Named.contains(Name);
                      }) ||
         mayPaste(File, Name);
}

bool SourceWords::mayName(StringRef File, StringRef Name) {
  return mayUse(File, Name) ||
         llvm::any_of(sourceOf(File).Texts, [&](const TextWords *Text) {
           return Text->Declared.contains(Name);
         });
}

bool SourceWords::launches(llvm::ArrayRef<std::string> Files) {
  bool Spells = false, LooksUp = false;
  for (StringRef File : Files) {
    const Source &S = sourceOf(File);
    if (S.IsOpen)
      return true;
    for (const TextWords *Text : S.Texts) {
      if (Text->CallsLauncher)
        return true;
      Spells |= Text->SpellsLauncher;
      LooksUp |= Text->LooksUp;
    }
  }
  return Spells && LooksUp;
}

StringRef SourceWords::missing(StringRef File) {
  return sourceOf(File).Missing;
}

bool SourceWords::enumerates(StringRef File) {
  return llvm::any_of(sourceOf(File).Texts,
                      [](const TextWords *Text) { return Text->Enumerates; });
}

bool SourceWords::includes(StringRef File, StringRef Header) {
  return llvm::any_of(sourceOf(File).Texts, [&](const TextWords *Text) {
    return llvm::any_of(Text->Includes, [&](const IncludeLine &Line) {
      return path::filename(Line.Name) == Header;
    });
  });
}

bool SourceWords::differs(const DeviceCommand &Command,
                          const DeviceCommand &Other, StringRef File) {
  auto Telling = [&](const DeviceCommand &Of) {
    std::vector<StringRef> Words;
    for (StringRef Word : Of.Arguments) {
      const StringRef Macro =
          Word.drop_front(std::min<size_t>(2, Word.size())).split('=').first;
      // Marks of warplint are for no text.
      if (!(Word.starts_with("-D") || Word.starts_with("-U")) ||
          Macro.empty() || Macro.starts_with("__WARPLINT_") ||
          llvm::any_of(sourceOf(File).Texts, [&](auto *Text) {
            return !Text->Path.empty() && Text->Named.contains(Macro);
          }))
        Words.push_back(Word);
    }
    return Words;
  };
  return Telling(Command) != Telling(Other);
}

} // namespace warplint
