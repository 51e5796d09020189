//===- CornerTurn.cpp - A transposition through a tile --------------------===//

#include "CornerTurn.h"
#include "Analysis/GlobalRequests.h"
#include "Checks/LaneOrder/ThreadValues.h"
#include "Frontend/Text/SourceFiles.h"
#include "PlainCopy.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Messages/Checks.h"
#include "warplint/Rewrite/NewName.h"
#include "warplint/Rewrite/SourceFix.h"
#include "warplint/Warp/WarpModel.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;

namespace warplint {
namespace {

/// Where the letters of threadIdx.x and threadIdx.y stand.
struct AxisLetters : clang::DynamicRecursiveASTVisitor {
  std::vector<clang::SourceLocation> Places;

  bool VisitExpr(clang::Expr *E) override {
    if (threadAxis(E).value_or(2) > 1)
      return true;
    if (const auto *Property = dyn_cast<clang::MSPropertyRefExpr>(E))
      Places.push_back(Property->getMemberLoc());
    else if (const auto *Member = dyn_cast<clang::MemberExpr>(E))
      Places.push_back(Member->getMemberLoc());
    return true;
  }
};

/// Wavefronts of a warp that goes along a row of the tile, and of one that goes
/// down a column, together.
unsigned wavefronts(unsigned Size, unsigned Pitch, unsigned Bytes) {
  unsigned Sum = 0;
  for (bool IsAcross : {false, true}) {
    WarpRequest R;
    R.Kind = IsAcross ? RequestKind::SharedLoad : RequestKind::SharedStore;
    R.BytesPerLane = Bytes;
    for (unsigned L = 0; L < WarpSize; ++L) {
      const uint64_t X = L % Size, Y = L / Size;
      R.ByteAddress[L] = Bytes * (IsAcross ? X * Pitch + Y : Y * Pitch + X);
    }
    Sum += costOf(R)->Predicted;
  }
  return Sum;
}

/// Elements from one row of the tile to the next.
unsigned bestPitch(unsigned Size, unsigned Bytes) {
  constexpr unsigned MostPadding = 4;
  unsigned Best = Size;
  for (unsigned Pitch = Size + 1; Pitch <= Size + MostPadding; ++Pitch)
    if (wavefronts(Size, Pitch, Bytes) < wavefronts(Size, Best, Bytes))
      Best = Pitch;
  return Best;
}

/// The width of the square blocks that all launches have; 0 where they differ or
/// are not known. Of fewer than 16 a row is no longer than a sector or two.
unsigned squareBlock(const JudgedKernel &K) {
  unsigned Size = 0;
  for (const auto &Case : K.Launches) {
    const LaunchShape &Shape = Case->Record.Shape;
    const unsigned X = Shape.X.value_or(0);
    if (Case->Record.Source != LaunchSource::Launch || Shape.Y != X ||
        Shape.Z != 1u || (X != 16 && X != 32) || (Size && Size != X))
      return 0;
    Size = X;
  }
  return Size;
}

/// The text of the edit.
class Writer {
public:
  Writer(const clang::ASTContext &Context, const clang::FunctionDecl &Kernel,
         const PlainCopy &Copy, bool SwapsStore)
      : Context(Context), SM(Context.getSourceManager()), Kernel(Kernel),
        Copy(Copy), SwapsStore(SwapsStore) {}

  /// Nothing where the source is not written as the edit wants it.
  std::optional<FileEdits> write(unsigned Size, unsigned Pitch);

private:
  bool readLines(unsigned Begin);
  /// The letters of the axes in \p E, by where they stand, each as the other.
  std::map<unsigned, std::string> exchanged(const clang::Expr *E) const;
  std::string textOf(const clang::Expr *E, bool IsSwapped) const;
  std::string guarded(const std::string &Statement, bool IsSwapped) const;
  std::string newName() const;
  void swapInits(ArrayRef<const clang::VarDecl *> Of);
  bool makeAssignable(const clang::VarDecl &V);
  void replace(unsigned Begin, unsigned End, std::string By) {
    Edits[Begin] = {Begin, End - Begin, std::move(By)};
  }
  StringRef buffer() const { return SM.getBufferData(SM.getMainFileID()); }
  /// White space before the first word of the line of \p Offset; nothing where
  /// a word stands between.
  std::optional<StringRef> indentAt(unsigned Offset) const {
    const size_t Line = buffer().rfind('\n', Offset) + 1;
    const StringRef Before = buffer().slice(Line, Offset);
    return Before.trim(" \t").empty() ? std::optional(Before) : std::nullopt;
  }

  const clang::ASTContext &Context;
  const clang::SourceManager &SM;
  const clang::FunctionDecl &Kernel;
  const PlainCopy &Copy;
  const bool SwapsStore;
  std::string Indent, Deeper, LineEnd;
  std::map<unsigned, SourceEdit> Edits; ///< By offset.
};

std::map<unsigned, std::string> Writer::exchanged(const clang::Expr *E) const {
  AxisLetters Letters;
  Letters.TraverseStmt(const_cast<clang::Expr *>(E));
  std::map<unsigned, std::string> By;
  for (clang::SourceLocation Place : Letters.Places) {
    const unsigned Offset = SM.getFileOffset(Place);
    By[Offset] = buffer()[Offset] == 'x' ? "y" : "x";
  }
  return By;
}

std::string Writer::textOf(const clang::Expr *E, bool IsSwapped) const {
  std::string Text = sourceText(SM, Context.getLangOpts(), E->getSourceRange());
  if (IsSwapped)
    for (const auto &[Offset, Letter] : exchanged(E))
      Text.replace(Offset - SM.getFileOffset(E->getBeginLoc()), 1, Letter);
  return Text;
}

std::string Writer::guarded(const std::string &Statement,
                            bool IsSwapped) const {
  if (!Copy.Guard)
    return Indent + Statement;
  const std::string Condition = textOf(Copy.Guard, IsSwapped);
  const bool HasBraces = buffer()[SM.getFileOffset(Copy.Text.getEnd())] == '}';
  return Indent + "if (" +
         (Copy.IsGuardLeft ? "!(" + Condition + ")" : Condition) + ")" +
         (HasBraces ? " {" : "") + LineEnd + Indent + Deeper + Statement +
         (HasBraces ? LineEnd + Indent + "}" : "");
}

/// "tile", or with a number where that is taken.
std::string Writer::newName() const {
  NewName Name{"tile", "", {}};
  Name.choose(variableNames(Context));
  return Name.text();
}

/// What \p Of begin with is computed with the axes exchanged.
void Writer::swapInits(ArrayRef<const clang::VarDecl *> Of) {
  for (const clang::VarDecl *V : Of)
    for (auto &[Offset, Letter] : exchanged(V->getInit()))
      replace(Offset, Offset + 1, Letter);
}

/// A variable that gets another value may not be declared as `const`.
bool Writer::makeAssignable(const clang::VarDecl &V) {
  if (!V.getType().isConstQualified())
    return true;
  const unsigned Begin = SM.getFileOffset(V.getBeginLoc());
  constexpr StringLiteral Word = "const ";
  if (V.getBeginLoc().isMacroID() || !buffer().substr(Begin).starts_with(Word))
    return false;
  replace(Begin, Begin + Word.size(), "");
  return true;
}

/// How lines around the one of \p Begin are indented and end.
bool Writer::readLines(unsigned Begin) {
  const auto OfText = indentAt(Begin);
  const auto OfKernel = indentAt(SM.getFileOffset(Kernel.getBeginLoc()));
  if (!OfText)
    return false;
  Indent = OfText->str();
  StringRef Unit = *OfText;
  if (!OfKernel || !Unit.consume_front(*OfKernel) || Unit.empty())
    Unit = "  ";
  Deeper = Unit.str();
  LineEnd = lineEndOf(buffer());
  return true;
}

std::optional<FileEdits> Writer::write(unsigned Size, unsigned Pitch) {
  const unsigned Begin = SM.getFileOffset(Copy.Text.getBegin());
  const unsigned End = SM.getFileOffset(clang::Lexer::getLocForEndOfToken(
      Copy.Text.getEnd(), 0, SM, Context.getLangOpts()));
  const StringRef Old = buffer().slice(Begin, End);
  // What is not carried over would be lost.
  if (!readLines(Begin) || Old.contains("//") || Old.contains("/*") ||
      Old.contains('#'))
    return std::nullopt;
  const clang::Expr *To = Copy.Assignment->getLHS();
  const clang::Expr *From = Copy.Assignment->getRHS();
  const auto Again = Copy.neededFor({To, Copy.Guard});
  if (!SwapsStore)
    swapInits(Copy.neededFor({From, Copy.Guard}));
  const std::string Tile = newName();
  auto Element = [&](bool IsSwapped) {
    return Tile + (IsSwapped ? "[threadIdx.x][threadIdx.y]"
                             : "[threadIdx.y][threadIdx.x]");
  };
  const std::string Type = To->getType().getUnqualifiedType().getAsString(
      Context.getPrintingPolicy());
  // Nothing that they compute can fail, so that they need no guard.
  std::string Text;
  for (const clang::DeclStmt *Late : Copy.Late)
    Text += sourceText(SM, Context.getLangOpts(), Late->getSourceRange()) +
            LineEnd + Indent;
  Text += "__shared__ " + Type + " " + Tile + "[" + utostr(Size) + "][" +
          utostr(Pitch) + "];" + LineEnd;
  Text +=
      guarded(Element(!SwapsStore) + " = " + textOf(From, !SwapsStore) + ";",
              !SwapsStore) +
      LineEnd + Indent + "__syncthreads();" + LineEnd;
  for (const clang::VarDecl *V : Again) {
    if (!makeAssignable(*V))
      return std::nullopt;
    Text += Indent + V->getNameAsString() + " = " +
            textOf(V->getInit(), SwapsStore) + ";" + LineEnd;
  }
  Text += guarded(textOf(To, SwapsStore) + " = " + Element(SwapsStore) + ";",
                  SwapsStore);
  // The last semicolon is the file's, unless it stands before a brace.
  if (StringRef(Text).ends_with(";"))
    Text.pop_back();
  replace(Begin, End, std::move(Text));
  // An edit within what is written anew.
  if (any_of(Edits, [&](const auto &At) {
        return Begin < At.first && At.first < End;
      }))
    return std::nullopt;
  FileEdits Result{sourceFileName(SM, SM.getMainFileID()), {}};
  for (auto &[Offset, Edit] : Edits)
    Result.Edits.push_back(std::move(Edit));
  return Result;
}

/// Whether a kernel is named but to launch it: what has its address may.
struct OtherUses : clang::DynamicRecursiveASTVisitor {
  explicit OtherUses(const clang::FunctionDecl &Kernel) : Kernel(Kernel) {}

  bool TraverseCUDAKernelCallExpr(clang::CUDAKernelCallExpr *Launch) override {
    if (Launch->getDirectCallee() &&
        Launch->getDirectCallee()->getCanonicalDecl() ==
            Kernel.getCanonicalDecl())
      return true;
    return clang::DynamicRecursiveASTVisitor::TraverseCUDAKernelCallExpr(
        Launch);
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *Reference) override {
    return Reference->getDecl()->getCanonicalDecl() !=
           Kernel.getCanonicalDecl();
  }

  const clang::FunctionDecl &Kernel;
};

/// Nobody launches the kernel with a block that was not seen.
bool areAllLaunchesHere(clang::ASTContext &Context,
                        const clang::FunctionDecl &Kernel) {
  const clang::TranslationUnitDecl &Unit = *Context.getTranslationUnitDecl();
  const bool IsOwn = !Kernel.isExternallyVisible() ||
                     any_of(Unit.decls(), [](const clang::Decl *D) {
                       const auto *F = dyn_cast<clang::FunctionDecl>(D);
                       return F && F->isMain() && F->hasBody();
                     });
  return IsOwn && OtherUses(Kernel).TraverseAST(Context);
}

unsigned sectorsOf(ArrayRef<AskedRecord> Requests) {
  unsigned Sum = 0;
  for (const AskedRecord &R : Requests)
    Sum += R.Record.Verdict.Worst.Cost.Predicted;
  return Sum;
}

/// What both sides touch in the edited source; nothing where that, or what the
/// tile costs, is not known.
std::optional<unsigned> sectorsAfter(const JudgedKernel &Before,
                                     FileFacts &Edited) {
  const JudgedKernel *After = Edited.sameKernel(Before);
  if (!After || After->Records.size() != 2)
    return std::nullopt;
  const auto Asked = globalRequests(*After->Kernel);
  const auto Requests = Edited.recordsOf(*After, Asked);
  if (Requests.size() != 2 ||
      !all_of(Requests,
              [](const AskedRecord &R) {
                return hasFigure(R.Record.Verdict.Kind);
              }) ||
      !all_of(After->Records, [&](std::optional<size_t> Number) {
        return Number && hasFigure(Edited.accesses()[*Number].Verdict.Kind);
      }))
    return std::nullopt;
  return sectorsOf(Requests);
}

} // namespace

std::optional<CornerTurn> CornerTurn::of(const JudgedKernel &K,
                                         ArrayRef<AskedRecord> Requests,
                                         FileFacts &Facts) {
  ClangView *Clang = Facts.clang();
  const SourceFunction *Of = K.Kernel->Declaration;
  const unsigned Size = squareBlock(K);
  if (!Clang || !Of || !Size || Requests.size() != 2 || K.Kernel->NumShared ||
      K.Kernel->CallsUnknown || Of->Pattern != Of ||
      !Clang->unit().ErrorPlaces.empty() || Facts.isInDoubt(K))
    return std::nullopt;
  const AskedRecord *Load = nullptr, *Store = nullptr;
  for (const AskedRecord &R : Requests) {
    if (R.Record.Verb == AccessVerb::Load)
      Load = &R;
    else if (R.Record.Verb == AccessVerb::Store)
      Store = &R;
  }
  if (!Load || !Store || !hasFigure(Load->Record.Verdict.Kind) ||
      !hasFigure(Store->Record.Verdict.Kind))
    return std::nullopt;
  const unsigned Loaded = Load->Record.Verdict.Worst.Cost.Predicted;
  const unsigned Stored = Store->Record.Verdict.Worst.Cost.Predicted;
  if (Loaded == Stored)
    return std::nullopt;
  clang::ASTContext &Context = Clang->ast();
  const clang::FunctionDecl &Kernel = ClangView::declOf(*Of);
  const auto Copy = PlainCopy::of(Context, Kernel);
  if (!Copy)
    return std::nullopt;
  const unsigned Pitch = bestPitch(Size, Store->Record.BytesPerLane);
  auto Edits =
      Writer(Context, Kernel, *Copy, Stored > Loaded).write(Size, Pitch);
  const unsigned Before = Loaded + Stored;
  std::optional<unsigned> After;
  if (!Edits ||
      !Facts.analyzeEdited(
          *Edits,
          [&](FileFacts &Edited) { After = sectorsAfter(K, Edited); }) ||
      !After || *After * 2 > Before)
    return std::nullopt;
  CornerTurn Turn;
  Turn.Edit = {messages::TurnTitle(K.Names.Name, Before, *After),
               "kernel",
               {std::move(*Edits)},
               areAllLaunchesHere(Context, Kernel)
                   ? ""
                   : messages::TurnCondition(K.Names.Name)};
  Turn.Note = messages::TurnNote(Turn.Edit.isProven() ? "--fix"
                                                      : "--fix --assumed-fixes",
                                 Size, Pitch, Before, *After) +
              (Turn.Edit.isProven() ? "" : "; if " + Turn.Edit.Condition);
  return Turn;
}

} // namespace warplint
