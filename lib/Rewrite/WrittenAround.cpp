//===- WrittenAround.cpp - Where a function of an index can stand ---------===//
//
// A function for the index of an array goes before the first function that
// calls it, in front of the comments and attributes that belong to that one; at
// the scope of a namespace, which classes see, too.
//
//===----------------------------------------------------------------------===//

#include "UseFinder.h"
#include "warplint/Rewrite/SourceFix.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint {

using Line = WrittenAround::Line;

static size_t lineBegin(llvm::StringRef Text, size_t Offset) {
  return Text.take_front(Offset).rfind('\n') + 1;
}

static llvm::StringRef lineAt(llvm::StringRef Text, size_t Begin) {
  return Text.substr(Begin).take_until([](char C) { return C == '\n'; });
}

/// Where what belongs to the line at \p Offset begins: comments above it,
/// directives about the next line.
static size_t withComments(llvm::StringRef Text, size_t Offset) {
  size_t Begin = lineBegin(Text, Offset);
  while (Begin > 0) {
    const size_t Above = lineBegin(Text, Begin - 1);
    llvm::StringRef Line = lineAt(Text, Above).trim();
    if (Line.ends_with("*/") && !Line.starts_with("/*")) {
      const size_t Open = Text.take_front(Begin).rfind("/*");
      if (Open == llvm::StringRef::npos)
        break;
      Begin = lineBegin(Text, Open);
      // Code stands before it.
      if (!lineAt(Text, Begin).trim().starts_with("/*"))
        return Offset;
      continue;
    }
    if (!Line.starts_with("//") && !Line.starts_with("/*") &&
        !Line.starts_with("#pragma") && !Line.starts_with("[["))
      break;
    Begin = Above;
  }
  return Begin;
}

/// Nothing goes before a byte order mark.
static size_t firstByte(llvm::StringRef Text) {
  return Text.starts_with("\xef\xbb\xbf") ? 3 : 0;
}

/// \p Start: of the text, among all that the parse read.
static Line lineOf(llvm::StringRef Text, unsigned Start, size_t Offset) {
  return {Start + std::max(withComments(Text, Offset), firstByte(Text)),
          lineAt(Text, lineBegin(Text, Offset))
              .take_while([](char C) { return C == ' ' || C == '\t'; })
              .str()};
}

/// No branch of an #if ends between the two: who sees one sees the other.
static bool isInSameBranch(llvm::StringRef Text, size_t From, size_t To) {
  int Depth = 0;
  for (llvm::StringRef Line : llvm::split(Text.slice(From, To), '\n')) {
    Line = Line.ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    const bool IsElse = Line.starts_with("el");
    Depth += Line.starts_with("if") - Line.starts_with("endif");
    if (Depth < 0 || (IsElse && Depth == 0))
      return false;
  }
  return true;
}

/// Above the innermost #if whose branch \p Offset stands in; itself where there
/// is none.
static size_t aboveBranch(llvm::StringRef Text, size_t Offset) {
  int Depth = 0;
  for (size_t Begin = Offset; Begin > 0;) {
    Begin = lineBegin(Text, Begin - 1);
    llvm::StringRef Line = lineAt(Text, Begin).ltrim();
    if (!Line.consume_front("#"))
      continue;
    Line = Line.ltrim();
    Depth += Line.starts_with("endif") - Line.starts_with("if");
    if (Depth < 0)
      return Begin;
  }
  return Offset;
}

namespace {

/// Declarations at the scope of a namespace in one file.
class OuterDeclarations {
public:
  OuterDeclarations(const SourceWalk &W, FileID File) : W(W), File(File) {
    add(*W.Context.getTranslationUnitDecl());
  }

  const Decl *at(unsigned Offset) const {
    for (const Decl *D : All)
      if (begin(*D) <= Offset && Offset <= offset(D->getEndLoc()))
        return D;
    return nullptr;
  }
  unsigned begin(const Decl &D) const { return offset(D.getBeginLoc()); }

  /// More functions are named like_this than likeThis.
  bool areSnakes() const {
    int Snakes = 0;
    for (const Decl *D : All) {
      const auto *F = D->getAsFunction();
      if (!F || !F->getIdentifier())
        continue;
      llvm::StringRef Name = F->getName();
      Snakes += Name.contains('_')                  ? 1
                : llvm::any_of(Name, llvm::isUpper) ? -1
                                                    : 0;
    }
    return Snakes > 0;
  }

private:
  const SourceWalk &W;
  const FileID File;
  std::vector<const Decl *> All;

  unsigned offset(SourceLocation L) const {
    const auto At = W.offsetOf(W.SM.getFileLoc(L));
    return At ? *At - W.fileAround(*At).second : ~0u;
  }
  void add(const DeclContext &In) {
    for (const Decl *D : In.decls()) {
      const auto *Linkage = dyn_cast<LinkageSpecDecl>(D);
      if (isa<NamespaceDecl, ExportDecl>(D) ||
          (Linkage && Linkage->hasBraces()))
        add(*cast<DeclContext>(D));
      else if (!D->isImplicit() &&
               W.SM.isInFileID(W.SM.getFileLoc(D->getLocation()), File))
        All.push_back(D);
    }
  }
};

} // namespace

void UseFinder::lookAround() {
  WrittenAround &Around = Uses.Around;
  const auto Place = W.offsetOf(W.SM.getFileLoc(Array.getBeginLoc()));
  if (!Place)
    return;
  const FileID File = W.SM.getFileID(SourceWalk::locationOf(*Place));
  const auto [Text, Start] = W.fileAround(*Place);
  // In the file of the declaration.
  auto OffsetOf = [&,
                   From = Start](SourceLocation L) -> std::optional<unsigned> {
    const auto At = W.offsetOf(W.SM.getFileLoc(L));
    if (!At || W.SM.getFileID(SourceWalk::locationOf(*At)) != File)
      return std::nullopt;
    return *At - From;
  };
  Around.LineEnd = lineEndOf(Text);
  const unsigned Declared = *Place - Start;
  const auto DeclaredEnd = OffsetOf(Array.getEndLoc());
  if (!DeclaredEnd || *DeclaredEnd < Declared)
    return;
  const size_t Semicolon = std::min(Text.find(';', *DeclaredEnd), Text.size());
  const size_t NextLine =
      std::min(Text.find('\n', Semicolon), Text.size() - 1) + 1;
  llvm::StringRef Statement = Text.slice(lineBegin(Text, Declared), NextLine);
  if (!Statement.contains("//") && !Statement.contains("/*"))
    Around.Comment = lineOf(Text, Start, Declared);

  OuterDeclarations Outer(W, File);
  const Decl *First = nullptr, *Own = Outer.at(Declared);
  bool AreOwn = Array.isLocalVarDecl() || Array.isStaticLocal();
  unsigned Last = 0;
  for (const auto &[Key, A] : Aliases)
    for (const Expr *E : usesOf(Key, A)) {
      const auto At = OffsetOf(nameAt(*E));
      const Decl *In = At ? Outer.at(*At) : nullptr;
      if (!In)
        return;
      Last = std::max(Last, *At);
      AreOwn &= In == Own;
      const auto *Method = dyn_cast<FunctionDecl>(A.Declaration);
      if (const FunctionDecl *F = Method ? Method : In->getAsFunction())
        Around.IsForHost |= F->hasAttr<CUDAHostAttr>();
      if (!First || Outer.begin(*In) < Outer.begin(*First))
        First = In;
    }
  if (!First)
    return;
  size_t Before = withComments(Text, Outer.begin(*First));
  while (!isInSameBranch(Text, Before, Last)) {
    const size_t Above = aboveBranch(Text, Before);
    if (Above == Before)
      return;
    Before = withComments(Text, Above);
  }
  Around.Function = lineOf(Text, Start, Outer.begin(*First));
  Around.Function->Offset = Start + std::max(Before, firstByte(Text));
  if (AreOwn)
    Around.Lambda = {Start + NextLine, lineOf(Text, Start, Declared).Indent};
  Around.AreSnakes = Outer.areSnakes();
}

NewName freeName(const SourceWalk &W, std::string Stem) {
  NewName Name{std::move(Stem), "", {}};
  auto Add = [&](llvm::StringRef Known) {
    if (Known.starts_with(Name.Stem) && !llvm::is_contained(Name.Known, Known))
      Name.Known.push_back(Known.str());
  };
  for (const auto &Entry : W.Context.Idents)
    Add(Entry.getKey());
  for (const NamedToken &T : W.Tokens)
    Add(T.Name);
  Name.choose({});
  return Name;
}

std::array<NewName, 3> freeNames(const SourceWalk &W, llvm::StringRef Array,
                                 bool AreSnakes) {
  const std::string Base = Array.trim('_').str();
  const bool IsSnake = AreSnakes || llvm::StringRef(Base).contains('_');
  std::array<NewName, 3> Names = {
      freeName(W, Base + (IsSnake ? "_index" : "Index")),
      freeName(W, Base + (IsSnake ? "_column" : "Column")),
      freeName(W, Base + (IsSnake ? "_row" : "Row"))};
  return Names;
}

} // namespace warplint
