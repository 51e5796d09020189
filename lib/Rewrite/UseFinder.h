//===- UseFinder.h - The uses of one array ----------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_REWRITE_USEFINDER_H
#define WARPLINT_LIB_REWRITE_USEFINDER_H

#include "SourceWalk.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Rewrite/ArrayUses.h"
#include "warplint/Support/Sentence.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace warplint {

/// An element of the array, as the source says which.
struct ElementPosition {
  std::string Name; ///< What is indexed.
  std::vector<WrittenIndex> Indices;
  uint64_t Run = 1; ///< Elements of the array in one step of the last.
  /// What these compute; nothing for a number.
  llvm::SmallVector<const clang::Expr *, 4> Terms;
};

/// How a pointer moves.
struct PointerWalk {
  struct Counter {
    const clang::VarDecl *Variable = nullptr;
    const clang::Expr *First = nullptr; ///< What it begins with.
    uint64_t Step = 0;
  };
  const clang::Expr *Step = nullptr; ///< `p += 32`, `p++`
  /// `*p++`, where the step is a part of an access.
  bool IsInElement = false;
  const clang::ForStmt *Loop = nullptr;
  /// Of the loop's body, that moves it; null where that is done behind it.
  const clang::Stmt *Statement = nullptr;
  Counter Round;
  uint64_t Elements = 1; ///< For one of the counter.
  /// What is not needed without the pointer.
  std::vector<SourceEdit> Removed;
};

/// A name that stands for the array.
struct Alias {
  const clang::ValueDecl *Declaration = nullptr; ///< A method: its `this`.
  /// Subscripts that lead to an element, behind so many that are not written where
  /// the name is indexed.
  unsigned Rank = 1, Hidden = 0;
  uint64_t Run = 1; ///< Elements of the array in one of its elements.
  /// A pointer into the array, to this element.
  std::optional<ElementPosition> At = {};
  std::string SeenAs = {}; ///< What it points to, if not the array's elements.
  std::optional<PointerWalk> Walk = {};
  std::optional<size_t> RowPointer = {}; ///< Of ArrayUses.
  /// Its subscripts, Rank in number, are those of rows that its type makes of an array
  /// of one extent.
  bool HasTypedRows = false;
  /// The name is that of a structure, and these lead to the array.
  llvm::ArrayRef<const clang::FieldDecl *> Path = {};
};

/// The extents of \p Type, if it is an array.
inline unsigned rankOf(clang::QualType Type) {
  unsigned Rank = 0;
  while (const clang::ArrayType *T = Type->getAsArrayTypeUnsafe()) {
    Type = T->getElementType();
    ++Rank;
  }
  return Rank;
}

/// Whether evaluating \p S twice may differ from once.
bool mayHaveSideEffects(const clang::Stmt *S);

/// \p A + \p Times * \p B, which stands in no single place.
WrittenIndex addedUp(const WrittenIndex &A, const WrittenIndex &B,
                     uint64_t Times);

/// A term of the sum that an index is.
struct IndexTerm;

/// \p Stem, with the least number that makes an unused name.
NewName freeName(const SourceWalk &W, std::string Stem);

/// Names for the functions of an index, a column and a row of \p Array, in the
/// way of the file: tileIndex or tile_index.
std::array<NewName, 3> freeNames(const SourceWalk &W, llvm::StringRef Array,
                                 bool AreSnakes);

/// A number that is known when the file is compiled, and not below 0.
std::optional<uint64_t> numberOf(const clang::Expr &E,
                                 const clang::ASTContext &Context);

/// The most that a variable can be where it stands, if it is not below 0.
using MostOfName =
    llvm::function_ref<std::optional<uint64_t>(const clang::DeclRefExpr &Name)>;

/// The most that \p E can be, where its type, its operators and \p OfName say that
/// it is not below 0.
std::optional<uint64_t> mostOf(const clang::Expr &E,
                               const clang::ASTContext &Context,
                               MostOfName OfName);

class UseFinder {
public:
  UseFinder(const SourceWalk &W, llvm::ArrayRef<SharedArray> Arrays)
      : W(W), Arrays(Arrays), Array(*Arrays.front().Variable) {}

  ArrayUses find();

private:
  struct Range {
    unsigned Begin = 0, End = 0;
  };
  /// The parameter of a method that `this` is.
  static constexpr unsigned ObjectParameter = ~0u;
  bool isInBody(const clang::Expr &E) const;
  const clang::ValueDecl *declOf(const clang::Expr &E) const;
  static clang::SourceLocation nameAt(const clang::Expr &E) {
    const auto *Name = llvm::dyn_cast<clang::DeclRefExpr>(&E);
    return Name ? Name->getLocation() : E.getExprLoc();
  }

  const clang::Expr *wholeName(const clang::Expr &E) const;
  std::string nameOf(const clang::Expr &E) const;
  void classify(const clang::Expr &E, const Alias &A);
  bool bindStructure(const clang::Expr &E, const Alias &A);
  bool bindObject(const clang::Expr &E, const clang::CXXMethodDecl *Method,
                  const Alias &A);
  const clang::Expr *objectOf(const clang::Expr &Given) const;
  void checkMethod(const clang::CXXMethodDecl &F);
  void addPitch(const clang::Expr &E);
  std::vector<const clang::Expr *> usesOf(DeclKey Key, const Alias &A) const;
  /// Classifies the uses of all names of the array; new ones come up meanwhile.
  void followAliases();
  void classifyWhole(const clang::Expr &E, const clang::Stmt *Around,
                     const Alias &A);
  void classifyArray(const clang::Expr &E, const clang::Expr &Whole,
                     const clang::Stmt *P, const Alias &A);
  void classifyCast(const clang::Expr &E, const clang::ExplicitCastExpr &Cast,
                    const Alias &A);
  void passArgument(const clang::Expr &E, const clang::CallExpr &Call,
                    const clang::Expr *Argument, const Alias &A);
  void addAlias(const clang::ValueDecl &D, const Alias &From,
                const clang::Expr &E);
  void classifyRowCast(const clang::Expr &E,
                       const clang::ExplicitCastExpr &Cast, const Alias &A);
  std::optional<WrittenIndex>
  typedRows(const clang::Expr &E,
            llvm::ArrayRef<const clang::ArraySubscriptExpr *> By) const;
  void classifyTypedRows(const clang::Expr &E, const clang::Expr &Element,
                         llvm::ArrayRef<const clang::ArraySubscriptExpr *> By,
                         const Alias &A);
  bool isOfElements(const clang::ExplicitCastExpr &Cast) const;
  const clang::VarDecl *initializedBy(const clang::Stmt *Pointer) const;
  const clang::Expr *beginningOf(const clang::Expr *Pointer) const;
  void classifyElement(const clang::Expr &E, const clang::Expr &Element,
                       llvm::ArrayRef<const clang::ArraySubscriptExpr *> By,
                       const Alias &A);
  std::pair<const clang::Expr *, const clang::Expr *>
  elementAt(const clang::Expr &Pointer) const;
  const clang::Expr *
  sumBehind(const clang::Expr &Pointer,
            llvm::SmallVectorImpl<const clang::Expr *> &Terms) const;
  void classifyPointer(const clang::Expr &E, const Alias &A);
  void classifyValue(const clang::Expr &E, const clang::Expr &Pointer,
                     const Alias &A);
  bool classifyRow(const clang::Expr &E, const clang::Expr &Row,
                   llvm::ArrayRef<const clang::Expr *> Indices, const Alias &A);
  std::optional<IndexSite> siteAt(const clang::Expr &E,
                                  const clang::Expr &Whole) const;
  std::optional<IndexSite> foldedSite(const clang::Expr &E,
                                      const clang::Expr &Whole,
                                      const ElementPosition &At);
  bool follow(const clang::Expr &E, const clang::Expr &Pointer, IndexSite &Site,
              llvm::ArrayRef<const clang::Expr *> Terms, uint64_t Run);
  bool foldOuter(const clang::Expr &E, const clang::Expr &Index,
                 clang::SourceLocation Punctuation, IndexSite &Site,
                 uint64_t Run);
  bool nameVectors(const clang::Expr &E, const clang::VarDecl &V,
                   const IndexSite &Site, uint64_t Run, std::string &Name,
                   std::string &SeenAs) const;
  void addPointer(const clang::Expr &E, const clang::VarDecl &V,
                  const IndexSite &Site,
                  llvm::ArrayRef<const clang::Expr *> Terms, uint64_t Run);
  bool isMoved(const clang::ValueDecl &D) const;
  std::optional<PointerWalk::Counter>
  counterOf(const clang::ForStmt &Loop) const;
  bool remove(clang::SourceRange Statement,
              std::vector<SourceEdit> &Removed) const;
  bool removeOperand(const clang::BinaryOperator &Comma,
                     const clang::Expr &Operand, PointerWalk &Walk) const;
  std::string findLoop(PointerWalk &Walk) const;
  std::optional<PointerWalk> walkOf(const clang::VarDecl &V,
                                    const Range &Lifetime,
                                    std::string &Why) const;
  std::optional<ElementPosition> positionIn(const Alias &A, bool IsInLoop,
                                            bool IsMoved) const;
  void removeDeclarator(const clang::DeclStmt &Of, const clang::VarDecl &V,
                        std::vector<SourceEdit> &Removed) const;
  void addRowPointer(const clang::VarDecl &V, const IndexSite &Site,
                     Alias &Pointer);
  std::vector<uint64_t> offsetsOf(const IndexSite &Site) const;
  void settleRowPointers();
  void blockMoved(const clang::Expr &E, const clang::VarDecl &V,
                  llvm::StringRef Why);
  void classifyWalking(const clang::Expr &E, const Alias &A);
  /// What a cast has to say of \p Pointee, as which \p E's elements are seen; empty:
  /// nothing.
  std::optional<std::string> seenAs(clang::QualType Pointee,
                                    const clang::Expr &E) const;
  bool isSteady(const clang::Stmt *S, const Range &In) const;
  bool isSteadyName(const clang::DeclRefExpr &E, const Range &In) const;
  clang::SourceLocation outOfArguments(clang::SourceLocation At) const;
  clang::SourceLocation outOfMacro(clang::SourceLocation At, bool IsEnd) const;
  unsigned lengthAt(clang::SourceLocation At) const;
  std::optional<Range> rangeInBody(clang::SourceRange R) const;
  bool isFixedText(const clang::Expr &E) const;
  bool isIndexedByMacro(const clang::Expr &E,
                        const clang::ArraySubscriptExpr &Of) const;
  void classifyInMacro(const clang::Expr &E,
                       const clang::ArraySubscriptExpr &First, const Alias &A);
  std::optional<size_t> macroOfBody();
  void classifyPointerInMacro(const clang::Expr &E, const clang::Expr &Pointer,
                              const Alias &A);
  bool classifyMacroPointer(const clang::Expr &E, const Alias &A);
  void settleMacros();
  bool isOfRowsAlone(llvm::StringRef Macro, uint64_t Definition,
                     bool IsInIndices) const;
  void findRowMacros();
  const clang::Expr *arrayOf(const clang::Expr *Argument,
                             unsigned Hidden) const;
  const clang::VarDecl *sharedArrayOf(const clang::Expr &Argument,
                                      unsigned Hidden) const;
  void addPartner(const clang::VarDecl *V);
  bool isElementMerelyUsed(const clang::Stmt *Element) const;
  std::vector<SourcePlace> usesByReference(const clang::Expr &Element) const;
  bool isWrittenTogether(const clang::Expr &E,
                         clang::SourceLocation Punctuation);
  void addExtents(const clang::ValueDecl &D);
  void blockOtherExtents(const clang::ValueDecl &D);
  void addTypedRow(const clang::TypeSourceInfo *Type, const Alias &A,
                   clang::SourceLocation Where, const std::string &Name);
  void addMember(const clang::FieldDecl &Member, const clang::VarDecl &V);
  std::optional<WrittenFactor> factorOf(const clang::Expr &E) const;
  WrittenFactors factorsOf(const clang::Expr &E) const;
  std::optional<LaunchSize>
  sizeOf(const clang::Expr *Passed,
         llvm::ArrayRef<const clang::Expr *> All) const;
  void findLaunchSizes();
  void addFactors(const clang::Expr &Extent, WrittenExtents &To) const;
  void blockUnseen(llvm::StringRef Name, unsigned Begin = 0, unsigned End = ~0u,
                   const clang::FunctionDecl *Of = nullptr);
  void checkFunction(const clang::FunctionDecl &F, unsigned Parameter);
  std::optional<Range> rangeOf(clang::SourceRange R) const;
  std::optional<WrittenIndex> indexOf(clang::SourceRange R) const;
  std::optional<WrittenIndex> indexOf(const clang::Expr &E) const;
  /// The same without Addend.
  std::optional<WrittenIndex> plainIndexOf(const clang::Expr &E) const;
  bool isCount(const clang::Expr &E) const;
  std::optional<uint64_t> mostOfName(const clang::DeclRefExpr &Name,
                                     unsigned Levels = 8) const;
  const clang::Expr *fixedValueOf(const clang::DeclRefExpr &Name) const;
  uint64_t multipleOf(const clang::Expr &E, unsigned Levels = 8) const;
  std::optional<uint64_t> mostCounted(const clang::Expr &E) const;
  std::optional<WrittenIndex::Addition> addendOf(const clang::Expr &E) const;
  std::optional<WrittenIndex>
  sumOf(llvm::ArrayRef<const clang::Expr *> Terms) const;
  std::optional<WrittenIndex> termOf(const clang::Expr &E) const;
  bool setColumn(llvm::ArrayRef<const IndexTerm *> Terms, bool IsTogether,
                 const WrittenIndex &Whole, IndexSplit &Split) const;
  bool putTogether(llvm::ArrayRef<IndexTerm> Terms,
                   llvm::ArrayRef<const IndexTerm *> Column,
                   IndexSplit &Split) const;
  std::optional<IndexSplit> splitBy(uint64_t Stride,
                                    llvm::ArrayRef<IndexTerm> Terms,
                                    const WrittenIndex &Whole) const;
  void addSplits(llvm::ArrayRef<const clang::Expr *> Sum,
                 WrittenIndex &Index) const;
  unsigned loopsAround(const clang::Stmt *S) const;
  void lookAround();
  void addSum(const clang::Expr &E, const clang::BinaryOperator *Sum,
              llvm::ArrayRef<const clang::Expr *> Rows, const Alias &A);
  void addSite(IndexSite Site, const clang::Expr &E);
  std::optional<IndexSite> siteOf(const clang::Expr &E,
                                  const clang::Expr &Whole,
                                  llvm::ArrayRef<const clang::Expr *> Indices,
                                  const Alias &A);
  bool isOfArray(const clang::Expr *Argument, unsigned Hidden) const;
  bool namePlane(const clang::Expr &E, const clang::Expr &Plane,
                 unsigned Subscripts, const Alias &A);

  SourcePlace placeOf(clang::SourceLocation Location) const {
    return toPlace(W.SM, W.Context.getLangOpts(), Location);
  }
  void block(clang::SourceLocation Location, const llvm::Twine &Why) {
    addOnce(Uses.Blockers, {placeOf(Location), Why.str()});
  }
  void blockIndex(clang::SourceLocation Location, const llvm::Twine &Why) {
    addOnce(Uses.IndexBlockers, {placeOf(Location), Why.str()});
  }
  /// \p Why has \p E in its first place.
  template <SentenceText Text, typename... Types>
  void blockIndex(const clang::Expr &E, const Sentence<Text> &Why,
                  const Types &...Values) {
    blockIndex(nameAt(E), Why(quoted(E), Values...));
  }
  void blockPadding(clang::SourceLocation Location, const llvm::Twine &Why) {
    addOnce(Uses.PaddingBlockers, {placeOf(Location), Why.str()});
  }
  std::string quoted(const clang::Expr &E) const {
    return "'" +
           (llvm::isa<clang::CXXThisExpr>(E) ? nameOf(E)
                                             : declOf(E)->getNameAsString()) +
           "'";
  }

  const SourceWalk &W;
  const llvm::ArrayRef<SharedArray> Arrays;
  const clang::VarDecl &Array; ///< The first of them, or what it is in.
  uint64_t ElementBytes = 1;
  unsigned Rank = 1;
  ArrayUses Uses;
  llvm::MapVector<DeclKey, Alias> Aliases;
  /// Functions that get the array, and as which of their parameters.
  std::map<std::pair<DeclKey, unsigned>, const clang::FunctionDecl *> Receivers;
  std::map<std::pair<uint64_t, uint64_t>, size_t> SiteAt;
  /// The expansion of a macro whose body the text at hand stands in: ranges are
  /// those of the body.
  clang::FileID Body;
  /// Which of ArrayUses::Macros that is, for uses of a pointer.
  std::optional<size_t> Macro;
  /// The parameters of that macro.
  llvm::StringSet<> Parameters;
};

} // namespace warplint

#endif // WARPLINT_LIB_REWRITE_USEFINDER_H
