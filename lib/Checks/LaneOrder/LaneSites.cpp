//===- LaneSites.cpp - Where a kernel deals out its work to lanes ---------===//

#include "LaneSites.h"
#include "Frontend/Text/SourceFiles.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Rewrite/SourceFix.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace clang;

namespace warplint {

/// Bits of a lane's number.
static constexpr unsigned LaneBits = 5;

bool LaneSites::isSite(const VarDecl *V) const {
  return any_of(Sites, [&](const LaneSite &S) { return S.Variable == V; });
}

bool LaneSites::choose(ArrayRef<LaneSource> Sources) {
  const SourceManager &SM = Context->getSourceManager();
  const SourceRange Kernel = Body->Functions.front()->getSourceRange();
  Sites.clear();
  for (const LaneSource &Source : Sources) {
    const ThreadTable *Table =
        Source.Written ? Values->of(Source.Written) : nullptr;
    std::optional<BitWeights> Weights;
    if (Table)
      Weights = Values->weightsOf(*Table);
    if (!Weights ||
        !SM.isPointWithin(SM.getExpansionLoc(Source.Written->getBeginLoc()),
                          Kernel.getBegin(), Kernel.getEnd()))
      return false;
    std::string Name = Source.Variable
                           ? Source.Variable->getNameAsString()
                           : sourceText(SM, Context->getLangOpts(),
                                        Source.Written->getSourceRange());
    Sites.push_back({Source.Variable, Source.Written, std::move(*Weights),
                     std::move(Name)});
  }
  sort(Sites, [&](const LaneSite &A, const LaneSite &B) {
    return SM.isBeforeInTranslationUnit(A.Written->getBeginLoc(),
                                        B.Written->getBeginLoc());
  });
  return !Sites.empty();
}

/// A variable in \p S that is the number of the thread, or of the lane.
const VarDecl *LaneSites::numberIn(const Stmt *S, bool IsLane) {
  if (const auto *Reference = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Reference->getDecl()))
      if (const ThreadTable *Table = Values->of(*V);
          Table && (IsLane ? Values->isLane(*Table) : Values->isThread(*Table)))
        return V;
  for (const Stmt *Child : S->children())
    if (const VarDecl *Found = Child ? numberIn(Child, IsLane) : nullptr)
      return Found;
  return nullptr;
}

std::string LaneSites::textOf(const LaneSite &Site, const LaneOrder &Order) {
  // threadIdx.y counts on where threadIdx.x ends, where that is a power of two.
  const unsigned XBits = Site.Weights.X.size();
  std::vector<int64_t> Weights = Site.Weights.X;
  append_range(Weights, Site.Weights.Y);
  const std::vector<int64_t> Old = Weights;
  for (unsigned B = 0; B < LaneBits; ++B)
    Weights[B] = Old[Order.From[B]];
  if (const VarDecl *Number = numberIn(Site.Written, /*IsLane=*/false);
      Number && (Values->isOneRow() || XBits < LaneBits))
    return spellBits(Weights, Number->getName());
  if (const VarDecl *Lane = numberIn(Site.Written, /*IsLane=*/true);
      Lane &&
      all_of(drop_begin(Weights, LaneBits), [](int64_t W) { return W == 0; }))
    return spellBits(ArrayRef(Weights).take_front(LaneBits), Lane->getName());
  const ArrayRef<int64_t> All = Weights;
  std::string X = spellBits(All.take_front(XBits), "threadIdx.x");
  std::string Y = spellBits(All.drop_front(XBits), "threadIdx.y");
  return Y == "0" ? X : X == "0" ? Y : X + " + " + Y;
}

/// Nothing where \p Written is not all of a piece of text.
bool LaneSites::addEdit(const Expr *Written, const std::string &Text,
                        std::vector<FileEdits> &Edits) const {
  const SourceManager &SM = Context->getSourceManager();
  const CharSourceRange Range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Written->getSourceRange()), SM,
      Context->getLangOpts());
  if (Range.isInvalid() || SM.isInSystemHeader(Range.getBegin()))
    return false;
  auto [File, Begin] = SM.getDecomposedLoc(Range.getBegin());
  const unsigned End = SM.getFileOffset(Range.getEnd());
  addEdits(Edits,
           FileEdits{sourceFileName(SM, File), {{Begin, End - Begin, Text}}});
  return true;
}

/// Variables that are the number of the thread stay that: what they were
/// computed from is put in.
bool LaneSites::keepThreadNumbers(std::vector<FileEdits> &Edits) {
  const SourceManager &SM = Context->getSourceManager();
  const LangOptions &Language = Context->getLangOpts();
  Kept.clear();
  for (const VarDecl *V : Body->Locals) {
    const ThreadTable *Table = Values->of(*V);
    if (isSite(V) || !Table ||
        !(Values->isThread(*Table) || Values->isLane(*Table)))
      continue;
    const SourcePlace Init =
        toPlace(SM, Language, V->getInit()->getSourceRange());
    for (const KernelBody::Leaf &Leaf : Body->Leaves) {
      const auto *Reference = dyn_cast<DeclRefExpr>(Leaf.Written);
      if (!Reference || !Init.contains(Leaf.Where))
        continue;
      const auto Site = find_if(Sites, [&](const LaneSite &S) {
        return S.Variable && S.Variable == Reference->getDecl();
      });
      if (Site == Sites.end())
        continue;
      std::string Text =
          sourceText(SM, Language, Site->Written->getSourceRange());
      if (!threadAxis(Site->Written->IgnoreParenImpCasts()))
        Text = '(' + Text + ')';
      if (!addEdit(Reference, Text, Edits))
        return false;
      if (Kept.empty() || Kept.back().Variable != V)
        Kept.push_back({V, {}});
      Kept.back().Texts.emplace_back(Site->Name, std::move(Text));
    }
  }
  return true;
}

std::optional<std::vector<FileEdits>>
LaneSites::editsFor(const LaneOrder &Order) {
  std::vector<FileEdits> Edits;
  for (const LaneSite &Site : Sites) {
    const std::string Text = textOf(Site, Order);
    if (!addEdit(Site.Written, Site.Variable ? Text : '(' + Text + ')', Edits))
      return std::nullopt;
  }
  if (!keepThreadNumbers(Edits))
    return std::nullopt;
  return Edits;
}

} // namespace warplint
