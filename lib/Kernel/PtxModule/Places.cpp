//===- Places.cpp - Where a statement of a module was written -------------===//

#include "Places.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

LineTable::LineTable(StringRef Text) : Begins(1) {
  for (size_t I = 0; I != Text.size(); ++I)
    if (Text[I] == '\n')
      Begins.push_back(I + 1);
}

std::pair<unsigned, unsigned> LineTable::at(size_t Offset) const {
  const auto Next = upper_bound(Begins, Offset);
  return {unsigned(Next - Begins.begin()),
          unsigned(Offset - *std::prev(Next)) + 1};
}

Places::Places(const ModuleText &Text, StringRef File, Module &M)
    : Lines(Text.source()), Text(Text), Own(File), Debug(M) {
  Debug.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_C_plus_plus_17),
                          file(Own), "warplint", /*isOptimized=*/true, "", 0);
  if (!Text.Problem && !Text.source().contains("@[") &&
      !Text.source().contains("inlined_at"))
    Calls.emplace(Text);
}

DIFile *Places::file(StringRef Path) {
  DIFile *&F = Files[Path.str()];
  if (!F)
    F = Debug.createFile(Path, "");
  return F;
}

std::string Places::fileNamed(unsigned Number) const {
  auto Found = Text.Files.find(Number);
  return Found == Text.Files.end() ? "" : Found->second;
}

StringRef Places::fileOf(const FunctionText &F) const {
  for (Tokens Rest = *F.Body; Rest.size() > 3; Rest = Rest.drop_front())
    if (Rest[0].is('.') && Rest[1].Text == "loc")
      if (auto Number = numberOf(Rest[2]))
        if (auto Found = Text.Files.find(unsigned(*Number));
            Found != Text.Files.end())
          return Found->second;
  return "";
}

void Places::startFunction(llvm::Function &F, const FunctionText &Of) {
  Known.clear();
  CallPlaces.clear();
  Current = nullptr;
  StringRef File = fileOf(Of);
  const auto [Line, Column] = Lines.at(Text.offsetOf(Of.Name));
  Function = Debug.createFunction(
      file(File.empty() ? Own : File), Of.Name.Text, Of.Name.Text,
      file(File.empty() ? Own : File), Line,
      Debug.createSubroutineType(Debug.getOrCreateTypeArray({})), Line,
      DINode::FlagZero, DISubprogram::SPFlagDefinition);
  F.setSubprogram(Function);
}

DISubprogram *Places::inlinedFunction(std::string Symbol, std::string Name,
                                      StringRef File) {
  DISubprogram *&Scope = Scopes[{Symbol, File.str()}];
  if (Scope)
    return Scope;
  Inlined.try_emplace(Symbol, InlinedFunction{Name, File.str()});
  return Scope = Debug.createFunction(
             file(File), Name, Symbol, file(File), 0,
             Debug.createSubroutineType(Debug.getOrCreateTypeArray({})), 0,
             DINode::FlagZero, DISubprogram::SPFlagDefinition);
}

DILocation *Places::locationIn(DISubprogram *Scope, const Spot &At,
                               DILocation *InlinedAt) {
  DILocalScope *In = Scope;
  if (Scope->getFilename() != At.File)
    In = DILexicalBlockFile::get(Scope->getContext(), Scope, file(At.File), 0);
  auto *Made =
      DILocation::get(Scope->getContext(), At.Line, At.Column, In, InlinedAt);
  Depths[Made] = InlinedAt ? Depths.lookup(InlinedAt) + 1 : 0;
  return Known[At] = Made;
}

/// `function_name LABEL{+N}, inlined_at FILE LINE COLUMN`
DILocation *Places::readInlinedAt(Tokens Run, const Spot &At) {
  const auto *Name =
      find_if(Run, [](const Token &T) { return T.Text == "function_name"; });
  const auto *Where =
      find_if(Run, [](const Token &T) { return T.Text == "inlined_at"; });
  if (Run.end() - Name < 2 || Run.end() - Where < 4)
    return nullptr;
  auto Number = numberOf(Where[1]), Line = numberOf(Where[2]),
       Column = numberOf(Where[3]);
  if (!Number || !Line || !Column)
    return nullptr;
  std::string Symbol = Text.Strings.lookup(Name[1].Text);
  std::string Called = demangle(Symbol);
  ItaniumPartialDemangler Parts;
  if (!Parts.partialDemangle(Symbol.c_str()))
    if (char *Base = Parts.getFunctionBaseName(nullptr, nullptr)) {
      Called = Base;
      std::free(Base);
    }
  const Spot Call{fileNamed(unsigned(*Number)), unsigned(*Line),
                  unsigned(*Column)};
  auto Outer = Known.find(Call);
  DILocation *Caller = Outer != Known.end()
                           ? Outer->second
                           : locationIn(Function, Call, nullptr);
  if (Depths.lookup(Caller) >= MaxInlinedDepth)
    return nullptr;
  return locationIn(inlinedFunction(Symbol, Called, At.File), At, Caller);
}

/// "standard.py:309:36", by the file that has such a name.
std::optional<Places::Spot> Places::readSpot(StringRef Said) const {
  Spot At;
  auto [Front, Column] = Said.trim().rsplit(':');
  auto [Name, Line] = Front.rsplit(':');
  if (Line.getAsInteger(10, At.Line) || Column.getAsInteger(10, At.Column))
    return std::nullopt;
  At.File = Name.str();
  for (const auto &[Number, Path] : Text.Files)
    if (StringRef(Path).ends_with(("/" + Name).str()))
      At.File = Path;
  return At;
}

/// `// a.py:1:2 @[ b.py:3:4 @[ c.py:5:6 ] ]`, innermost first.
DILocation *Places::readComment(StringRef Comment, const Spot &At) {
  SmallVector<StringRef, 8> Frames;
  Comment.rtrim(" ]\r").split(Frames, " @[ ");
  if (Frames.size() > MaxInlinedDepth)
    return nullptr;
  DILocation *Caller = nullptr;
  for (StringRef Frame : reverse(drop_begin(Frames))) {
    auto Spot = readSpot(Frame);
    if (!Spot)
      return nullptr;
    DISubprogram *In =
        Caller
            ? inlinedFunction("file " + Spot->File,
                              sys::path::filename(Spot->File).str(), Spot->File)
            : Function;
    Caller = locationIn(In, *Spot, Caller);
  }
  if (!Caller)
    return nullptr;
  return locationIn(inlinedFunction("file " + At.File,
                                    sys::path::filename(At.File).str(),
                                    At.File),
                    At, Caller);
}

/// Where \p Call stands; null where its module names no such file.
DILocation *Places::locationOf(const InlinedCall &Call) {
  auto [It, IsNew] = CallPlaces.try_emplace(&Call);
  if (!IsNew)
    return It->second;
  const Spot At{fileNamed(Call.File), Call.Line, Call.Column};
  const InlinedCall *Outer = Call.Caller;
  DILocation *Caller = Outer ? locationOf(*Outer) : nullptr;
  if (At.File.empty() || (Outer && !Caller))
    return nullptr;
  DISubprogram *In =
      Outer ? inlinedFunction(Outer->Symbol, Outer->Name, At.File) : Function;
  return CallPlaces[&Call] = locationIn(In, At, Caller);
}

/// The ranges of calls have statements of their callers in them: what is of a
/// caller's file is taken as the caller's.
DILocation *Places::readDebugInfo(const Statement &S, unsigned File,
                                  const Spot &At) {
  const InlinedCall *Call = Calls->around(Text.offsetOf(S.Run.front()));
  for (const InlinedCall *Outer = Call; Outer; Outer = Outer->Caller)
    if (Outer->File == File) {
      Call = Outer->Caller;
      break;
    }
  DILocation *Caller = Call ? locationOf(*Call) : nullptr;
  return Caller ? locationIn(inlinedFunction(Call->Symbol, Call->Name, At.File),
                             At, Caller)
                : nullptr;
}

void Places::take(const Statement &S) {
  auto Number = S.Run.size() >= 5 ? numberOf(S.Run[2]) : std::nullopt;
  auto Line = Number ? numberOf(S.Run[3]) : std::nullopt;
  auto Column = Line ? numberOf(S.Run[4]) : std::nullopt;
  Current = nullptr;
  if (!Column || *Line == 0)
    return;
  const Spot At{fileNamed(unsigned(*Number)), unsigned(*Line),
                unsigned(*Column)};
  if (At.File.empty())
    return;
  const Token &Last = S.Run.back();
  StringRef Behind = Text.source().substr(Text.offsetOf(Last));
  Behind = Behind.drop_front(Last.Text.size()).take_until([](char C) {
    return C == '\n';
  });
  Current = readInlinedAt(S.Run, At);
  if (!Current && Behind.ltrim().starts_with("//"))
    Current = readComment(Behind.ltrim().drop_front(2), At);
  if (!Current && Calls)
    Current = readDebugInfo(S, unsigned(*Number), At);
  if (!Current)
    Current = locationIn(Function, At, nullptr);
}

DILocation *Places::of(const Statement &S) {
  if (Current)
    return Current;
  const auto [Line, Column] = Lines.at(Text.offsetOf(S.Run.front()));
  DILocalScope *In = Function;
  if (Function->getFilename() != Own)
    In =
        DILexicalBlockFile::get(Function->getContext(), Function, file(Own), 0);
  return DILocation::get(Function->getContext(), Line, Column, In);
}
