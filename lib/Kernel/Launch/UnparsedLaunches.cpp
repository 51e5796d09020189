//===- UnparsedLaunches.cpp - Launches that errors took out of the AST ----===//

#include "UnparsedLaunches.h"
#include "Frontend/Text/RuntimeCalls.h"
#include "Frontend/Text/SourceFiles.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using llvm::StringRef;

namespace warplint {
namespace {

/// The names of all kernels, of templates and class members, too.
class KernelNames : public DynamicRecursiveASTVisitor {
public:
  bool TraverseStmt(Stmt *) override { return true; }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->hasAttr<CUDAGlobalAttr>() && F->getDeclName().isIdentifier())
      Names.insert(F->getName());
    return true;
  }
  llvm::StringSet<> Names;
};

/// A token of a file.
struct Word {
  StringRef Text;
  SourceLocation At;
  tok::TokenKind Kind;
  StringRef Macro; ///< In whose definition it stands.
  bool BeginsLine;
};

class LaunchReader {
public:
  LaunchReader(const ASTContext &Context,
               const llvm::DenseSet<SourceLocation> &Seen,
               llvm::ArrayRef<SourceLocation> Errors,
               const BrokenStatements &Dropped)
      : Context(Context), SM(Context.getSourceManager()), Seen(Seen),
        Errors(Errors), Dropped(Dropped) {
    KernelNames Known;
    Known.TraverseDecl(Context.getTranslationUnitDecl());
    Kernels = std::move(Known.Names);
  }

  std::vector<LostLaunch> read();

private:
  void lexFile(FileID File, StringRef Text);
  static bool isLaunch(llvm::ArrayRef<Word> Words, size_t I);
  void findMacros();
  void addLaunch(llvm::ArrayRef<Word> Words, size_t I);
  void addMacroUse(llvm::ArrayRef<Word> Words, size_t I);
  std::vector<std::string> launchedBy(llvm::ArrayRef<Word> Words, size_t I);
  std::vector<std::string> kernelsIn(llvm::ArrayRef<Word> Words) const;
  void addHandedOn(const BrokenStatements::Statement &S);
  bool holdsError(const Word &First, const Word &Last) const;
  void add(std::vector<std::string> Names, const Word &First, const Word &Last,
           LaunchShape Block);

  const ASTContext &Context;
  const SourceManager &SM;
  const llvm::DenseSet<SourceLocation> &Seen;
  llvm::ArrayRef<SourceLocation> Errors;
  const BrokenStatements &Dropped;
  llvm::StringSet<> Kernels;
  std::vector<std::vector<Word>> Files;
  /// Names that stand for something else than the kernel of a launch.
  llvm::StringSet<> OtherNames;
  /// Of macros that launch: the kernels, and whether the AST has a launch of
  /// each.
  struct LaunchMacro {
    std::vector<std::string> Names;
    bool IsSeen = true;
  };
  llvm::StringMap<LaunchMacro> Macros;
  std::vector<LostLaunch> Lost;
};

} // namespace

/// Without what stands behind "#if 0", which no configuration has.
static std::vector<Word> withoutDead(llvm::ArrayRef<Word> Words) {
  std::vector<Word> Live;
  unsigned Depth = 0; // Of conditions from the "#if 0" on.
  for (size_t I = 0; I < Words.size(); ++I) {
    auto IsLast = [&](size_t At) {
      return At + 1 == Words.size() || Words[At + 1].BeginsLine;
    };
    StringRef Directive;
    if (Words[I].Kind == tok::hash && Words[I].BeginsLine && !IsLast(I))
      Directive = Words[I + 1].Text;
    if (Depth == 0)
      Depth = Directive == "if" && !IsLast(I + 1) && IsLast(I + 2) &&
              Words[I + 2].Text == "0";
    else if (Directive.starts_with("if"))
      ++Depth;
    else if (Directive == "endif")
      --Depth;
    else if (Depth == 1 && Directive.starts_with("el"))
      Depth = 0;
    if (Depth == 0)
      Live.push_back(Words[I]);
  }
  return Live;
}

void LaunchReader::lexFile(FileID File, StringRef Text) {
  Lexer Raw(SM.getLocForStartOfFile(File), Context.getLangOpts(), Text.begin(),
            Text.begin(), Text.end());
  std::vector<Word> Words;
  StringRef Macro;
  Token T;
  for (bool End = false; !End;) {
    End = Raw.LexFromRawLexer(T);
    if (T.is(tok::eof))
      break;
    if (T.isAtStartOfLine())
      Macro = "";
    StringRef Spelled(Text.data() + SM.getFileOffset(T.getLocation()),
                      T.getLength());
    size_t N = Words.size();
    if (N >= 2 && Macro.empty() && Words[N - 1].Text == "define" &&
        Words[N - 2].Kind == tok::hash)
      Macro = Spelled;
    Words.push_back(
        {Spelled, T.getLocation(), T.getKind(), Macro, T.isAtStartOfLine()});
  }
  Files.push_back(withoutDead(Words));
}

bool LaunchReader::isLaunch(llvm::ArrayRef<Word> Words, size_t I) {
  const Word &W = Words[I];
  if (W.Kind == tok::lesslessless)
    return true;
  // Behind a type's name it is declared.
  bool IsDeclared = I > 0 && Words[I - 1].Kind == tok::raw_identifier &&
                    Words[I - 1].Text != "return";
  return W.Kind == tok::raw_identifier && I + 1 < Words.size() &&
         Words[I + 1].Kind == tok::l_paren && !IsDeclared &&
         mayLaunchNamed(W.Text);
}

/// Past the parenthesis or the chevrons that \p Open is the first of.
static size_t endOf(llvm::ArrayRef<Word> Words, size_t Open) {
  unsigned Depth = 0;
  for (size_t I = Open; I < Words.size(); ++I) {
    if (Words[I].Kind == tok::l_paren)
      ++Depth;
    else if (Words[I].Kind == tok::r_paren && Depth && --Depth == 0)
      return I + 1;
    else if (Words[I].Kind == tok::greatergreatergreater && !Depth)
      return I + 1;
    else if (Words[I].Kind == tok::semi && !Depth)
      return I;
  }
  return Words.size();
}

/// The word of the kernel's name before <<< at \p I, over template arguments.
static const Word *nameBefore(llvm::ArrayRef<Word> Words, size_t I) {
  if (I == 0)
    return nullptr;
  size_t At = I - 1;
  int Open = 0;
  do {
    switch (Words[At].Kind) {
    case tok::greater:
      ++Open;
      break;
    case tok::greatergreater:
      Open += 2;
      break;
    case tok::less:
      --Open;
      break;
    case tok::semi:
    case tok::l_brace:
      return nullptr;
    default:
      if (Open == 0)
        return Words[At].Kind == tok::raw_identifier ? &Words[At] : nullptr;
    }
  } while (At-- != 0);
  return nullptr;
}

std::vector<std::string>
LaunchReader::kernelsIn(llvm::ArrayRef<Word> Words) const {
  std::vector<std::string> Names;
  for (const Word &W : Words)
    if (W.Kind == tok::raw_identifier && Kernels.contains(W.Text) &&
        !llvm::is_contained(Names, W.Text))
      Names.push_back(W.Text.str());
  return Names;
}

/// The kernels that are launched at \p I, of a header that was not found,
/// perhaps; none when any may be.
std::vector<std::string> LaunchReader::launchedBy(llvm::ArrayRef<Word> Words,
                                                  size_t I) {
  if (Words[I].Kind == tok::lesslessless) {
    const Word *Name = nameBefore(Words, I);
    if (Name &&
        (Kernels.contains(Name->Text) || !OtherNames.contains(Name->Text)))
      return {Name->Text.str()};
    return {};
  }
  return kernelsIn(Words.slice(I, endOf(Words, I + 1) - I));
}

/// A block of numbers: 256, dim3(16, 16).
static LaunchShape blockIn(llvm::ArrayRef<Word> Words) {
  LaunchShape Block{{}, 1, 1};
  std::optional<unsigned> *Axes[] = {&Block.X, &Block.Y, &Block.Z};
  if (Words.size() > 3 && Words.front().Text == "dim3" &&
      Words[1].Kind == tok::l_paren && Words.back().Kind == tok::r_paren)
    Words = Words.drop_front(2).drop_back();
  if (Words.size() % 2 == 0 || Words.size() > 5)
    return {};
  for (size_t I = 0; I < Words.size(); ++I) {
    if (I % 2 && Words[I].Kind != tok::comma)
      return {};
    unsigned Number = 0;
    StringRef Text = Words[I].Text;
    if (I % 2 == 0 && (Text.consumeInteger(10, Number) || !Number ||
                       Words[I].Text.starts_with("0") ||
                       !(Text.empty() || Text.equals_insensitive("u"))))
      return {};
    if (I % 2 == 0)
      *Axes[I / 2] = Number;
  }
  return Block;
}

/// The second argument between the chevrons that \p Open begins.
static LaunchShape blockOf(llvm::ArrayRef<Word> Words, size_t Open,
                           size_t End) {
  size_t Begin = 0;
  unsigned Depth = 0;
  for (size_t I = Open + 1; I < End; ++I) {
    tok::TokenKind Kind = Words[I].Kind;
    Depth += Kind == tok::l_paren;
    Depth -= Kind == tok::r_paren && Depth;
    if (Depth || (Kind != tok::comma && Kind != tok::greatergreatergreater))
      continue;
    if (Begin)
      return blockIn(Words.slice(Begin, I - Begin));
    Begin = I + 1;
  }
  return {};
}

bool LaunchReader::holdsError(const Word &First, const Word &Last) const {
  return llvm::any_of(Errors, [&](SourceLocation Error) {
    SourceLocation At = SM.getFileLoc(Error);
    return SM.getFileID(At) == SM.getFileID(First.At) && !(At < First.At) &&
           !(Last.At < At);
  });
}

void LaunchReader::add(std::vector<std::string> Names, const Word &First,
                       const Word &Last, LaunchShape Block) {
  if (SM.isInSystemHeader(First.At))
    return; // Behind a pragma that says so.
  LostLaunch L;
  L.Kernels = std::move(Names);
  L.Record.Shape = Block;
  L.Record.Source =
      Block == LaunchShape() ? LaunchSource::Unread : LaunchSource::Launch;
  L.Record.Where =
      toPlace(SM, Context.getLangOpts(), SourceRange(First.At, Last.At));
  Lost.push_back(std::move(L));
}

void LaunchReader::addLaunch(llvm::ArrayRef<Word> Words, size_t I) {
  if (Seen.contains(Words[I].At))
    return;
  std::vector<std::string> Names = launchedBy(Words, I);
  bool IsCall = Words[I].Kind != tok::lesslessless;
  size_t End = endOf(Words, IsCall ? I + 1 : I);
  const Word *Name = IsCall ? nullptr : nameBefore(Words, I);
  add(std::move(Names), Name ? *Name : Words[I], Words[End - 1],
      IsCall ? LaunchShape() : blockOf(Words, I, End));
}

/// Macros whose body launches, itself or by another of them.
void LaunchReader::findMacros() {
  for (bool Changed = true; std::exchange(Changed, false);)
    for (llvm::ArrayRef<Word> Words : Files)
      for (size_t I = 0; I < Words.size(); ++I) {
        const Word &W = Words[I];
        if (W.Macro.empty() || W.Text == W.Macro)
          continue;
        auto Inner = Macros.find(W.Text);
        bool IsMacro = Inner != Macros.end();
        if (!IsMacro && !isLaunch(Words, I))
          continue;
        LaunchMacro Found;
        if (IsMacro) {
          Found = Inner->second;
        } else {
          Found.Names = launchedBy(Words, I);
          Found.IsSeen = Seen.contains(W.At);
        }
        auto [It, New] = Macros.try_emplace(W.Macro, Found);
        LaunchMacro &Known = It->second;
        Changed |= New;
        for (std::string &Name : Found.Names)
          if (!llvm::is_contained(Known.Names, Name)) {
            Known.Names.push_back(Name);
            Changed = true;
          }
        Changed |= Known.IsSeen && !Found.IsSeen;
        Known.IsSeen &= Found.IsSeen;
      }
}

void LaunchReader::addMacroUse(llvm::ArrayRef<Word> Words, size_t I) {
  const LaunchMacro &Macro = Macros.find(Words[I].Text)->second;
  bool HasArguments = I + 1 < Words.size() && Words[I + 1].Kind == tok::l_paren;
  size_t End = HasArguments ? endOf(Words, I + 1) : I + 1;
  if (Macro.IsSeen && !holdsError(Words[I], Words[End - 1]))
    return;
  std::vector<std::string> Names = kernelsIn(Words.slice(I, End - I));
  llvm::append_range(Names, Macro.Names);
  add(std::move(Names), Words[I], Words[End - 1], {});
}

/// Kernels that a broken statement names, and does not launch as one can read.
void LaunchReader::addHandedOn(const BrokenStatements::Statement &S) {
  // It declares one, asks about one, or its launch has been read.
  const auto IsNoLaunch = [&](StringRef Name) {
    return Name == "__global__" || Name.starts_with("cuda") ||
           Macros.contains(Name);
  };
  if (S.HasLaunch || llvm::any_of(S.Own.keys(), IsNoLaunch))
    return;
  LostLaunch L;
  for (StringRef Name : S.Own.keys())
    if (Kernels.contains(Name))
      L.Kernels.push_back(Name.str());
  if (L.Kernels.empty())
    return;
  llvm::sort(L.Kernels);
  L.Record.Source = LaunchSource::Unread;
  L.Record.Where = toPlace(SM, Context.getLangOpts(), SourceRange(S.At));
  Lost.push_back(std::move(L));
}

std::vector<LostLaunch> LaunchReader::read() {
  llvm::DenseSet<const FileEntry *> Read;
  for (FileID File : userFiles(SM)) {
    StringRef Text = SM.getBufferData(File);
    bool IsFirst = Read.insert(SM.getFileEntryForID(File)).second;
    if (IsFirst && spellsLaunch(Text))
      lexFile(File, Text);
  }
  for (llvm::ArrayRef<Word> Words : Files)
    for (size_t I = 0; I < Words.size(); ++I)
      if (Words[I].Kind == tok::raw_identifier &&
          (I + 1 == Words.size() || (Words[I + 1].Kind != tok::lesslessless &&
                                     Words[I + 1].Kind != tok::less)))
        OtherNames.insert(Words[I].Text);
  findMacros();
  for (llvm::ArrayRef<Word> Words : Files)
    for (size_t I = 0; I < Words.size(); ++I) {
      if (!Words[I].Macro.empty())
        continue;
      if (isLaunch(Words, I))
        addLaunch(Words, I);
      else if (Macros.contains(Words[I].Text))
        addMacroUse(Words, I);
    }
  for (const BrokenStatements::Statement &S : Dropped.all())
    addHandedOn(S);
  return std::move(Lost);
}

std::vector<LostLaunch> findLostLaunches(
    const ASTContext &Context, const llvm::DenseSet<SourceLocation> &Seen,
    llvm::ArrayRef<SourceLocation> Errors, const BrokenStatements &Dropped) {
  return LaunchReader(Context, Seen, Errors, Dropped).read();
}

} // namespace warplint
