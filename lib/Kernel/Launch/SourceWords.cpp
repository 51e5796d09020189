//===- SourceWords.cpp - What a source of the build may name --------------===//

#include "SourceWords.h"
#include "warplint/Support/Words.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
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

static bool launches(StringRef Function) {
  return Function.starts_with("cudaLaunch") ||
         Function.starts_with("cudaGraph") ||
         Function.starts_with("cuLaunch") || Function.starts_with("cuGraph") ||
         Function == "cuModuleGetFunction" || Function == "cuLibraryGetKernel";
}

namespace {

/// Reads one text, which ends in a null character.
class TextReader {
public:
  TextReader(StringRef Text, TextWords &Into)
      : Lex(SourceLocation(), options(), Text.begin(), Text.begin(),
            Text.end()),
        Into(Into) {}

  void read() {
    for (next(); T.isNot(tok::eof);)
      if (T.is(tok::hash) && T.isAtStartOfLine())
        readDirective();
      else
        readToken(/*MayDeclare=*/true);
  }

private:
  static const LangOptions &options() {
    static const LangOptions Options = [] {
      LangOptions O;
      O.CPlusPlus = O.CPlusPlus11 = O.CPlusPlus14 = O.CPlusPlus17 = true;
      O.LineComment = O.RawStringLiterals = O.DollarIdents = true;
      return O;
    }();
    return Options;
  }

  void next() { Lex.LexFromRawLexer(T); }
  bool isInLine() const { return T.isNot(tok::eof) && !T.isAtStartOfLine(); }

  std::string name() const {
    std::string Name = T.getRawIdentifier().str();
    if (T.needsCleaning())
      llvm::erase_if(Name,
                     [](char C) { return C == '\\' || llvm::isSpace(C); });
    return Name;
  }

  void readToken(bool MayDeclare) {
    if (T.is(tok::raw_identifier)) {
      const std::string Name = name();
      IsKernel |= Name == "__global__";
      Into.CallsLauncher |= launches(Name);
      next();
      (MayDeclare && IsKernel && T.is(tok::l_paren) ? Into.Declared
                                                    : Into.Named)
          .insert(Name);
      return;
    }
    if (T.isLiteral())
      addWords(StringRef(T.getLiteralData(), T.getLength()), Into.Named);
    Into.Pastes |= T.is(tok::hashhash);
    if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace))
      IsKernel = false;
    next();
  }

  void readDirective() {
    next();
    const std::string Which =
        isInLine() && T.is(tok::raw_identifier) ? name() : "";
    if (Which == "include" || Which == "include_next" || Which == "import") {
      next();
      if (std::optional<IncludeLine> Header = header())
        Into.Includes.push_back(std::move(*Header));
      else if (isInLine() && T.is(tok::raw_identifier))
        Into.IncludedMacros.push_back(name());
    } else if (Which == "define") {
      next();
      readDefinition();
    }
    while (isInLine())
      readToken(/*MayDeclare=*/false);
    IsKernel = false;
  }

  /// "name" or <name>, if that is next.
  std::optional<IncludeLine> header() {
    if (!isInLine())
      return std::nullopt;
    if (T.is(tok::string_literal))
      return IncludeLine{
          StringRef(T.getLiteralData(), T.getLength()).trim('"').str(), true};
    if (T.isNot(tok::less))
      return std::nullopt;
    const StringRef Rest(Lex.getBufferLocation());
    return IncludeLine{Rest.take_until([](char C) { return C == '>'; }).str(),
                       false};
  }

  void readDefinition() {
    if (!isInLine() || T.isNot(tok::raw_identifier))
      return;
    const std::string Name = name();
    Into.Named.insert(Name);
    next();
    const bool TakesArguments = T.is(tok::l_paren) && !T.hasLeadingSpace();
    while (TakesArguments && isInLine() && T.isNot(tok::r_paren))
      readToken(/*MayDeclare=*/false);
    if (TakesArguments && isInLine())
      next();
    std::optional<IncludeLine> Header = header();
    // What an argument completes is a name of the system.
    if (Header && TakesArguments)
      Into.Macros.try_emplace(Name);
    else if (Header)
      Into.Macros[Name].push_back(std::move(*Header));
  }

  Lexer Lex;
  TextWords &Into;
  Token T;
  bool IsKernel = false; ///< This statement has said __global__.
};

} // namespace

/// Fortran's names are in any case, and have no underscore behind.
static bool isFortran(StringRef File) {
  return path::extension(File).starts_with_insensitive(".f");
}

const TextWords *SourceWords::textAt(StringRef Path) {
  auto [It, IsNew] = Texts.try_emplace(Path);
  if (!IsNew)
    return It->second.get();
  auto Buffer = FS->getBufferForFile(Path);
  if (!Buffer)
    return nullptr;
  const StringRef Bytes = (*Buffer)->getBuffer();
  auto Text = std::make_unique<TextWords>();
  Text->Path = Path.str();
  if (isFortran(Path))
    addWords(Bytes.lower(), Text->Named);
  else
    TextReader(Bytes, *Text).read();
  return (It->second = std::move(Text)).get();
}

/// Where a command has headers looked for.
struct SourceWords::Search {
  std::vector<std::string> Quoted = {}, All = {}; ///< Folders.
  std::vector<std::string> First = {};            ///< -include
  std::string Definitions = {};
  unsigned Number = 0; ///< Of these folders.
};

/// Whether \p Folder has headers that know nothing of a program whose source is in
/// \p Source: it is of the system, of the toolkit, or of another project.
bool SourceWords::isForeign(StringRef Folder, StringRef Source) {
  static constexpr StringRef Names[] = {
      "site-packages", "dist-packages", "third_party", "3rdparty", "thirdparty",
      "third-party",   "external",      "extern",      "vendor",   "_deps"};
  auto [Part, Shared] =
      std::mismatch(path::begin(Folder), path::end(Folder),
                    path::begin(Source), path::end(Source));
  if (std::distance(path::begin(Source), Shared) <= 1 &&
      (Folder.starts_with("/usr/") || Folder.starts_with("/opt/")))
    return true;
  if (std::any_of(Part, path::end(Folder), [](StringRef Name) {
        return llvm::is_contained(Names, Name.lower());
      }))
    return true;
  auto [It, IsNew] = HasToolkit.try_emplace(Folder);
  if (IsNew)
    It->second = FS->exists(Folder + "/cuda_runtime.h");
  return It->second;
}

SourceWords::Search SourceWords::searchOf(const DeviceCommand &Command) {
  Search Found;
  llvm::SmallString<256> Source(path::parent_path(Command.File));
  FS->makeAbsolute(Source);
  llvm::raw_string_ostream Macros(Found.Definitions);
  for (size_t N = 0; N < Command.Arguments.size(); ++N) {
    StringRef Word = Command.Arguments[N];
    auto Takes = [&](StringRef Option) {
      if (!Word.consume_front(Option))
        return false;
      if (Word.empty() && N + 1 < Command.Arguments.size())
        Word = Command.Arguments[++N];
      return true;
    };
    if (Takes("-D")) {
      auto [Name, Value] = Word.split('=');
      Macros << "#define " << Name << ' ' << Value << '\n';
    } else if (Takes("-include") || Takes("-imacros")) {
      if (!path::is_absolute(Word) ||
          !isForeign(path::parent_path(Word), Source))
        Found.First.push_back(Word.str());
    } else if (const bool IsQuoted = Takes("-iquote");
               IsQuoted || Takes("-I") || Takes("-isystem") ||
               Takes("-idirafter")) {
      if (!isForeign(Word, Source))
        (IsQuoted ? Found.Quoted : Found.All).push_back(Word.str());
    }
  }
  const std::string Key =
      llvm::join(Found.Quoted, "\n") + "\n\n" + llvm::join(Found.All, "\n");
  Found.Number = Paths.try_emplace(Key, Paths.size()).first->second;
  return Found;
}

/// The header of \p Line in a file of the folder \p From; null if it is none of
/// the program's.
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

llvm::ArrayRef<const TextWords *> SourceWords::included(const TextWords &Text,
                                                        const Search &In) {
  if (auto It = Included.find({&Text, In.Number}); It != Included.end())
    return It->second;
  std::vector<const TextWords *> Found;
  for (const IncludeLine &Line : Text.Includes)
    if (const TextWords *Header = find(Line, In, path::parent_path(Text.Path)))
      Found.push_back(Header);
  return Included[{&Text, In.Number}] = std::move(Found);
}

/// Follows the macros that \p To includes and that are not \p Known. False if one
/// is nowhere told.
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
  if (!In.Definitions.empty()) {
    TextReader(In.Definitions, Lines.emplace_back()).read();
    Pending.push_back(&Lines.back());
  }
  for (const std::string &Name : In.First)
    if (const TextWords *Header = find({Name, /*Quoted=*/true}, In, ""))
      Pending.push_back(Header);
  llvm::SmallPtrSet<const TextWords *, 16> Seen;
  llvm::StringSet<> Macros;
  do {
    while (!Pending.empty() && Seen.size() <= MaximumTexts) {
      const TextWords *Text = Pending.back();
      Pending.pop_back();
      if (!Seen.insert(Text).second)
        continue;
      To.Texts.push_back(Text);
      llvm::append_range(Pending, included(*Text, In));
    }
    To.IsOpen |=
        Seen.size() > MaximumTexts || !addMacros(To, In, Macros, Pending);
  } while (!Pending.empty() && !To.IsOpen);
}

const SourceWords::Source &SourceWords::sourceOf(StringRef File) {
  auto [It, IsNew] = Sources.try_emplace(File);
  if (!IsNew)
    return *It->second;
  It->second = std::make_unique<Source>();
  Source &Made = *It->second;
  std::vector<DeviceCommand> Commands = CommandsFor(File);
  if (Commands.empty())
    Commands.emplace_back();
  for (const DeviceCommand &Command : Commands)
    add(Made, textAt(File), searchOf(Command));
  if (llvm::any_of(Made.Texts, [](const TextWords *T) { return T->Pastes; })) {
    Made.Pasted = std::make_unique<llvm::StringSet<>>();
    for (const TextWords *Text : Made.Texts)
      for (const auto *Words : {&Text->Named, &Text->Declared})
        for (StringRef Word : Words->keys())
          Made.Pasted->insert(Word);
  }
  return Made;
}

/// Whether some of \p Words, of two letters at least or of digits and underscores,
/// make \p Name when `##` joins them.
static bool canPaste(const llvm::StringSet<> &Words, StringRef Name) {
  llvm::SmallVector<bool> Reached(Name.size() + 1);
  Reached[0] = true;
  for (size_t Begin = 0; Begin != Name.size(); ++Begin)
    for (size_t End = Begin + 1; Reached[Begin] && End <= Name.size(); ++End) {
      StringRef Part = Name.slice(Begin, End);
      if ((Part.size() > 1 || !llvm::isAlpha(Part.front())) &&
          Words.contains(Part))
        Reached[End] = true;
    }
  return Reached[Name.size()];
}

bool SourceWords::mayUse(StringRef File, StringRef Name) {
  const Source &S = sourceOf(File);
  if (isFortran(File) && Name.consume_back("_") && mayUse(File, Name))
    return true;
  return S.IsOpen || (S.Pasted && canPaste(*S.Pasted, Name)) ||
         llvm::any_of(S.Texts, [&](const TextWords *Text) {
           return Text->Named.contains(Name);
         });
}

bool SourceWords::mayName(StringRef File, StringRef Name) {
  return mayUse(File, Name) ||
         llvm::any_of(sourceOf(File).Texts, [&](const TextWords *Text) {
           return Text->Declared.contains(Name);
         });
}

bool SourceWords::callsLauncher(StringRef File) {
  const Source &S = sourceOf(File);
  return S.IsOpen || llvm::any_of(S.Texts, [](const TextWords *Text) {
           return Text->CallsLauncher;
         });
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
      if (!(Word.starts_with("-D") || Word.starts_with("-U")) ||
          Macro.empty() || llvm::any_of(sourceOf(File).Texts, [&](auto *Text) {
            return !Text->Path.empty() && Text->Named.contains(Macro);
          }))
        Words.push_back(Word);
    }
    return Words;
  };
  return Telling(Command) != Telling(Other);
}

} // namespace warplint
