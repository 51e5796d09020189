//===- OpenOrder.cpp - Operands that C++ evaluates in any order -----------===//

#include "OpenOrder.h"
#include "Frontend/Text/SourceFiles.h"
#include "HostEffects.h"
#include "Kernel/Source/AccessTags.h"
#include "warplint/Kernel/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace warplint {
namespace {

struct Operand {
  /// Where its instructions are.
  std::vector<SourcePlace> Places = {};
  /// Where those out of macros and default arguments are, and others, too.
  std::vector<SourcePlace> Shared = {};
  /// What it names: functions, constructors and variables.
  SmallPtrSet<const clang::Decl *, 4> Named = {};
  bool MayWrite = false, Touches = false; ///< Memory.
};

/// Two operands or more, which are evaluated in an order that is left open.
using Operands = SmallVector<Operand, 2>;

/// Finds those of the user's code whose order may matter.
class OperandFinder : public clang::DynamicRecursiveASTVisitor {
public:
  explicit OperandFinder(clang::ASTContext &Context)
      : Context(Context), SM(Context.getSourceManager()),
        LeavesMoreOpen(!Context.getLangOpts().CPlusPlus17) {
    ShouldVisitTemplateInstantiations = true;
  }

  std::vector<Operands> find() {
    traverseUserDecls(*this, Context);
    std::vector<Operands> All;
    for (auto &[Places, Group] : Found)
      All.push_back(std::move(Group));
    return All;
  }

  bool VisitCallExpr(clang::CallExpr *Call) override {
    SmallVector<const clang::Expr *> Given(Call->arguments());
    const auto *Operator = dyn_cast<clang::CXXOperatorCallExpr>(Call);
    if (!Operator && LeavesMoreOpen)
      Given.push_back(Call->getCallee());
    if (Operator && !LeavesMoreOpen) {
      // Its object or left operand comes first.
      if (is_contained({clang::OO_Call, clang::OO_Subscript},
                       Operator->getOperator()))
        Given.erase(Given.begin());
      else if (isOrdered(Operator->getOperator()))
        return true;
    }
    add(Given, Call->getExprLoc());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *Made) override {
    if (!Made->isListInitialization()) // Braces go from left to right.
      add(SmallVector<const clang::Expr *>(Made->arguments()),
          Made->getExprLoc());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *Op) override {
    const bool IsOrderedLater =
        Op->isAssignmentOp() || Op->isShiftOp() || Op->isPtrMemOp();
    if (!Op->isLogicalOp() && !Op->isCommaOp() &&
        (LeavesMoreOpen || !IsOrderedLater))
      add({Op->getLHS(), Op->getRHS()}, Op->getExprLoc());
    return true;
  }
  bool VisitCXXRewrittenBinaryOperator(
      clang::CXXRewrittenBinaryOperator *Op) override {
    add({Op->getLHS(), Op->getRHS()}, Op->getExprLoc());
    return true;
  }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *Element) override {
    if (LeavesMoreOpen)
      add({Element->getLHS(), Element->getRHS()}, Element->getExprLoc());
    return true;
  }

private:
  /// Since C++17.
  static bool isOrdered(clang::OverloadedOperatorKind Kind) {
    return clang::CXXOperatorCallExpr::isAssignmentOp(Kind) ||
           is_contained({clang::OO_LessLess, clang::OO_GreaterGreater,
                         clang::OO_AmpAmp, clang::OO_PipePipe, clang::OO_Comma,
                         clang::OO_ArrowStar},
                        Kind);
  }

  void add(ArrayRef<const clang::Expr *> Given, clang::SourceLocation Whole) {
    if (Given.size() < 2)
      return;
    Operands Group;
    std::vector<SourcePlace> Key;
    for (const clang::Expr *E : Given) {
      Operand O;
      const auto *Default = dyn_cast<clang::CXXDefaultArgExpr>(E);
      // A default argument has its code where the call is.
      SaveAndRestore Inner(At, Default && At.isInvalid() ? Whole : At);
      look(E, O);
      if (O.Touches)
        locate(E, O);
      append_range(Key, O.Places);
      append_range(Key, O.Shared);
      Key.emplace_back();
      Group.push_back(std::move(O));
      if (Default && Group.back().MayWrite)
        TraverseStmt(const_cast<clang::Expr *>(Default->getExpr()));
    }
    if (none_of(Group, [](const Operand &O) { return O.MayWrite; }))
      return;
    auto [It, IsNew] = Found.insert({std::move(Key), Group});
    if (!IsNew) // Another instance of a template.
      for (auto [Known, O] : zip(It->second, Group))
        Known.Named.insert_range(O.Named);
  }

  SourcePlace placeOf(clang::SourceRange Range) const {
    return toPlace(SM, Context.getLangOpts(), Range);
  }

  /// All that comes out of a macro has the place of its expansion.
  void locate(const clang::Stmt *S, Operand &O) const {
    const clang::SourceRange Range =
        S ? S->getSourceRange() : clang::SourceRange();
    if (At.isValid()) {
      O.Shared.push_back(placeOf(SM.getExpansionLoc(At)));
    } else if (Range.getBegin().isMacroID() || Range.getEnd().isMacroID()) {
      for (clang::SourceLocation End : {Range.getBegin(), Range.getEnd()})
        if (End.isMacroID())
          O.Shared.push_back(placeOf(SM.getExpansionLoc(End)));
      for (const clang::Stmt *Child : S->children())
        locate(Child, O);
    } else if (Range.isValid()) {
      O.Places.push_back(placeOf(Range));
    }
  }

  static void look(const clang::Stmt *S, Operand &O) {
    if (!S)
      return;
    if (const auto *Lambda = dyn_cast<clang::LambdaExpr>(S)) {
      for (const clang::Expr *Captured : Lambda->capture_inits())
        look(Captured, O);
      return;
    }
    if (const auto *Default = dyn_cast<clang::CXXDefaultArgExpr>(S))
      look(Default->getExpr(), O);
    if (const auto *Default = dyn_cast<clang::CXXDefaultInitExpr>(S))
      look(Default->getExpr(), O);
    if (const auto *Call = dyn_cast<clang::CallExpr>(S))
      if (const clang::Decl *Callee = Call->getCalleeDecl())
        O.Named.insert(Callee->getCanonicalDecl());
    const auto *Made = dyn_cast<clang::CXXConstructExpr>(S);
    if (Made)
      O.Named.insert(Made->getConstructor()->getCanonicalDecl());
    if (const auto *Reference = dyn_cast<clang::DeclRefExpr>(S)) {
      O.Named.insert(Reference->getDecl()->getCanonicalDecl());
      O.Touches |= !isa<clang::FunctionDecl, clang::EnumConstantDecl>(
          Reference->getDecl());
    }
    const auto *Step = dyn_cast<clang::UnaryOperator>(S);
    const auto *Op = dyn_cast<clang::BinaryOperator>(S);
    O.MayWrite |= isa<clang::CallExpr, clang::CXXNewExpr, clang::CXXDeleteExpr,
                      clang::CXXInheritedCtorInitExpr, clang::AtomicExpr>(S) ||
                  (Made && !Made->getConstructor()->isTrivial()) ||
                  (Step && Step->isIncrementDecrementOp()) ||
                  (Op && Op->isAssignmentOp());
    O.Touches |= O.MayWrite || isa<clang::CXXThisExpr>(S);
    for (const clang::Stmt *Child : S->children())
      look(Child, O);
  }

  clang::ASTContext &Context;
  const clang::SourceManager &SM;
  const bool LeavesMoreOpen;
  /// Of the call whose default argument is looked at.
  clang::SourceLocation At;
  std::map<std::vector<SourcePlace>, Operands> Found;
};

using InstructionsByLine = MapVector<unsigned, SmallVector<Instruction *>>;

class OrderEraser {
public:
  explicit OrderEraser(HostUnit &Unit)
      : Unit(Unit), M(Unit.module()), Memory(M) {}

  void erase(const Operands &Group, const InstructionsByLine &Lines) {
    // By function: a template's text is that of each of its instances.
    MapVector<const Function *, std::vector<Part>> Parts;
    for (const auto &[N, O] : enumerate(Group)) {
      const auto Add = [&, N = N](Instruction &I) {
        auto &Of = Parts[I.getFunction()];
        Of.resize(Group.size());
        Of[N].insert(&I);
      };
      for (const SourcePlace &Place : O.Places)
        forEachIn(Place, Lines, Add);
      for (const SourcePlace &Place : O.Shared)
        forEachIn(Place, Lines, [&, &O = O](Instruction &I) {
          if (mayBeOf(O, I))
            Add(I);
        });
    }
    SmallVector<std::pair<Instruction *, Effects>> Open;
    for (auto &[F, Of] : Parts)
      findOpen(Of, Open);
    for (auto &[I, Does] : Open)
      forget(*I, Does);
  }

private:
  using Part = SmallSetVector<Instruction *, 8>;

  static void forEachIn(const SourcePlace &Place,
                        const InstructionsByLine &Lines,
                        function_ref<void(Instruction &)> Do) {
    for (unsigned Line = Place.Line; Line <= Place.EndLine; ++Line)
      if (const auto *It = Lines.find(Line); It != Lines.end())
        for (Instruction *I : It->second)
          if (Place.contains(debugPlace(I->getDebugLoc())))
            Do(*I);
  }

  /// Whether \p I, of a place that \p O shares, may be of \p O: temporaries of
  /// a call around it are at the same place.
  bool mayBeOf(const Operand &O, const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Value *Object =
        Call ? Call->getCalledFunction() : getLoadStorePointerOperand(&I);
    if (const auto *Copy = dyn_cast<MemIntrinsic>(&I))
      Object = isa<MemTransferInst>(Copy)
                   ? cast<MemTransferInst>(Copy)->getRawSource()
                   : Copy->getRawDest();
    Object = Object ? getUnderlyingObject(Object) : nullptr;
    if (isa_and_nonnull<AllocaInst>(Object)) // Has its variable's name.
      return any_of(O.Named, [&](const clang::Decl *D) {
        const auto *Variable = dyn_cast<clang::VarDecl>(D);
        return Variable && Variable->getDeclName().isIdentifier() &&
               Object->getName().starts_with(Variable->getName());
      });
    const clang::Decl *D = isa_and_nonnull<GlobalValue>(Object)
                               ? Unit.declOf(Object->getName())
                               : nullptr;
    return !D || O.Named.contains(D->getCanonicalDecl());
  }

  /// Adds to \p Open what depends on the order of the operands \p Of, of one
  /// function: it reads or writes what another one writes.
  void findOpen(ArrayRef<Part> Of,
                SmallVectorImpl<std::pair<Instruction *, Effects>> &Open) {
    std::vector<std::pair<Instruction *, Effects>> Does;
    std::vector<unsigned> OperandOf;
    for (const auto &[N, Each] : enumerate(Of))
      for (Instruction *I : Each) {
        Does.emplace_back(I, Memory.of(*I));
        OperandOf.push_back(N);
      }
    for (size_t A = 0; A != Does.size(); ++A)
      for (size_t B = 0; B != Does.size(); ++B) {
        if (OperandOf[A] == OperandOf[B] || Does[A].first == Does[B].first ||
            Does[B].second.Writes.isEmpty())
          continue;
        if (Memory.overlap(Does[B].second.Writes, Does[A].second.Reads) ||
            Memory.overlap(Does[B].second.Writes, Does[A].second.Writes)) {
          Open.push_back(Does[A]);
          break;
        }
      }
  }

  FunctionCallee unknown(Type *Result) {
    auto *Of = FunctionType::get(Result, /*isVarArg=*/true);
    const std::string Name = "__warplint_any." + std::to_string(Numbers++);
    return FunctionCallee(
        Of, Function::Create(Of, GlobalValue::ExternalLinkage, Name, M));
  }

  void forget(Instruction &I, const Effects &Does) {
    if (!Forgotten.insert(&I).second)
      return;
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      Value *V = Store->getValueOperand();
      SmallVector<Value *, 1> Touched;
      if (V->getType()->isPointerTy()) // It may still be the old one.
        Touched.push_back(V);
      Store->setOperand(
          0, IRBuilder<>(Store).CreateCall(unknown(V->getType()), Touched));
      return;
    }
    auto *Invoke = dyn_cast<InvokeInst>(&I);
    Instruction *Next = Invoke
                            ? &*Invoke->getNormalDest()->getFirstInsertionPt()
                            : I.getNextNode();
    SmallVector<Value *> Touched;
    if (!isa<LoadInst>(I))
      for (Value *V : I.operand_values())
        if (V->getType()->isPointerTy() && !isa<Constant>(V))
          Touched.push_back(V);
    for (const Value *Object : Does.Writes.Objects)
      if (isa<GlobalVariable>(Object))
        Touched.push_back(const_cast<Value *>(Object));
    Type *Result = I.getType();
    if (Result->isPointerTy())
      Touched.push_back(&I);
    CallInst *Any = IRBuilder<>(Next).CreateCall(unknown(Result), Touched);
    if (!Result->isVoidTy())
      I.replaceUsesWithIf(Any, [&](Use &U) { return U.getUser() != Any; });
  }

  HostUnit &Unit;
  Module &M;
  HostEffects Memory;
  SmallPtrSet<const Instruction *, 16> Forgotten;
  unsigned Numbers = 0;
};

} // namespace

void forgetOpenOrder(HostUnit &Unit) {
  const std::vector<Operands> Found = OperandFinder(Unit.ast()).find();
  if (Found.empty())
    return;
  InstructionsByLine Lines;
  for (Function &F : Unit.module())
    for (Instruction &I : instructions(F))
      if (I.getDebugLoc() && I.mayReadOrWriteMemory() &&
          (!isa<IntrinsicInst>(I) || isa<MemIntrinsic>(I)))
        Lines[I.getDebugLoc()->getLine()].push_back(&I);
  OrderEraser Eraser(Unit);
  for (const Operands &Group : Found)
    Eraser.erase(Group, Lines);
}

} // namespace warplint
