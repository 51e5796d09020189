//===- OpenOrder.cpp - Operands that C++ evaluates in any order -----------===//

#include "OpenOrder.h"
#include "Frontend/Text/SourceFiles.h"
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
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace warplint {
namespace {

using Variables = SmallPtrSet<const clang::ValueDecl *, 4>;

struct Operand {
  SourcePlace Where = {};
  /// Out of a macro, all of which has one place in the code.
  bool IsOfMacro = false;
  bool HasCall = false;
  SmallPtrSet<const clang::Decl *, 4> Callees = {};
  Variables Changed = {}, Used = {}; ///< By the operand itself.
};

/// Two operands or more, which are evaluated in an order that is left open.
using Operands = SmallVector<Operand, 2>;

/// Finds those of the user's code whose order may matter.
class OperandFinder : public clang::DynamicRecursiveASTVisitor {
public:
  explicit OperandFinder(clang::ASTContext &Context) : Context(Context) {
    ShouldVisitTemplateInstantiations = true;
  }

  std::vector<Operands> find() {
    traverseUserDecls(*this, Context);
    return std::move(Found);
  }

  bool VisitCallExpr(clang::CallExpr *Call) override {
    // Operators keep the order of the built-in ones.
    if (!isa<clang::CXXOperatorCallExpr>(Call) ||
        cast<clang::CXXOperatorCallExpr>(Call)->getOperator() == clang::OO_Call)
      add({Call->getArgs(), Call->getNumArgs()});
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *Made) override {
    if (!Made->isListInitialization()) // Braces go from left to right.
      add({Made->getArgs(), Made->getNumArgs()});
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *Op) override {
    if (!Op->isAssignmentOp() && !Op->isLogicalOp() && !Op->isCommaOp() &&
        !Op->isShiftOp() && !Op->isPtrMemOp())
      add({Op->getLHS(), Op->getRHS()});
    return true;
  }

private:
  void add(ArrayRef<const clang::Expr *> Given) {
    if (Given.size() < 2)
      return;
    Operands Group;
    for (const clang::Expr *E : Given) {
      Operand O;
      look(E, O);
      if (!O.HasCall && O.Changed.empty() && O.Used.empty())
        continue;
      clang::SourceRange Range = E->getSourceRange();
      O.IsOfMacro = Range.getBegin().isMacroID();
      if (O.IsOfMacro)
        Range = Context.getSourceManager()
                    .getExpansionRange(Range.getBegin())
                    .getAsRange();
      O.Where =
          toPlace(Context.getSourceManager(), Context.getLangOpts(), Range);
      Group.push_back(std::move(O));
    }
    const auto MayDiffer = [](const Operand &O) {
      return O.HasCall || !O.Changed.empty();
    };
    if (Group.size() > 1 && any_of(Group, MayDiffer))
      Found.push_back(std::move(Group));
  }

  static void look(const clang::Stmt *S, Operand &O) {
    if (!S || isa<clang::LambdaExpr>(S))
      return;
    if (const auto *Call = dyn_cast<clang::CallExpr>(S)) {
      O.HasCall = true;
      if (const clang::Decl *Callee = Call->getCalleeDecl())
        O.Callees.insert(Callee->getCanonicalDecl());
    }
    const clang::Expr *Target = nullptr;
    if (const auto *Step = dyn_cast<clang::UnaryOperator>(S);
        Step && Step->isIncrementDecrementOp())
      Target = Step->getSubExpr();
    if (const auto *Op = dyn_cast<clang::BinaryOperator>(S);
        Op && Op->isAssignmentOp())
      Target = Op->getLHS();
    if (Target)
      if (const auto *Named =
              dyn_cast<clang::DeclRefExpr>(Target->IgnoreParenImpCasts()))
        O.Changed.insert(Named->getDecl());
    if (const auto *Named = dyn_cast<clang::DeclRefExpr>(S))
      if (isa<clang::VarDecl>(Named->getDecl()))
        O.Used.insert(Named->getDecl());
    for (const clang::Stmt *Child : S->children())
      look(Child, O);
  }

  clang::ASTContext &Context;
  std::vector<Operands> Found;
};

/// What a function does to memory that is not its own.
struct Effects {
  bool Reads = false, Writes = false;
  bool OfArguments = false; ///< Writes what its own arguments point to.
};

class EffectsOf {
public:
  const Effects &operator()(const Function &F) {
    auto [It, IsNew] = Known.try_emplace(&F);
    if (!IsNew) // Of a cycle the others tell.
      return It->second;
    Effects Found;
    if (F.isDeclaration()) {
      const bool Allocates =
          F.getName().starts_with("_Zn") || F.getName().starts_with("_Zd");
      Found.Writes = !F.onlyReadsMemory() && !F.doesNotReturn() && !Allocates &&
                     !F.isIntrinsic();
      Found.Reads = Found.Writes || !F.doesNotAccessMemory();
    }
    for (const Instruction &I : instructions(F))
      add(I, Found);
    return Known[&F] = Found;
  }

private:
  void add(const Instruction &I, Effects &Found) {
    if (const auto *Load = dyn_cast<LoadInst>(&I)) {
      Found.Reads |= !isOwn(Load->getPointerOperand());
    } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
      write(Store->getPointerOperand(), Found);
    } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
      const Function *Callee = Call->getCalledFunction();
      if (!Callee) {
        Found.Reads = Found.Writes = true;
        return;
      }
      const Effects Inner = (*this)(*Callee);
      Found.Reads |= Inner.Reads;
      Found.Writes |= Inner.Writes;
      if (Inner.OfArguments || isa<MemIntrinsic>(Call))
        for (const Use &U : Call->args())
          if (U->getType()->isPointerTy())
            write(U.get(), Found);
    }
  }

  static bool isOwn(const Value *Address) {
    return isa<AllocaInst, Constant>(getUnderlyingObject(Address)) &&
           !isMutable(getUnderlyingObject(Address));
  }
  static bool isMutable(const Value *V) {
    const auto *G = dyn_cast<GlobalVariable>(V);
    return G && !G->isConstant();
  }

  /// A parameter, or what it was kept in.
  static bool isParameter(const Value *V) {
    if (const auto *Load = dyn_cast<LoadInst>(V))
      if (const auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand()))
        return any_of(Slot->users(), [](const User *U) {
          const auto *Store = dyn_cast<StoreInst>(U);
          return Store && isa<Argument>(Store->getValueOperand());
        });
    return isa<Argument>(V);
  }

  static void write(const Value *Address, Effects &Found) {
    const Value *Of = getUnderlyingObject(Address);
    if (isParameter(Of))
      Found.OfArguments = true;
    else if (!isOwn(Address))
      Found.Writes = true;
  }

  DenseMap<const Function *, Effects> Known;
};

class OrderEraser {
public:
  explicit OrderEraser(HostUnit &Unit) : Unit(Unit), M(Unit.module()) {}

  void erase(const Operands &Group,
             const MapVector<unsigned, SmallVector<Instruction *>> &Lines) {
    // By function: a template's text is that of each of its instances.
    MapVector<const Function *, std::vector<SmallVector<Instruction *>>> Parts;
    for (const auto &[N, O] : enumerate(Group))
      for (unsigned Line = O.Where.Line; Line <= O.Where.EndLine; ++Line)
        if (const auto *It = Lines.find(Line); It != Lines.end())
          for (Instruction *I : It->second)
            if (O.Where.contains(debugPlace(I->getDebugLoc())) &&
                (!O.IsOfMacro || mayBeOf(O, *I))) {
              auto &Of = Parts[I->getFunction()];
              Of.resize(Group.size());
              Of[N].push_back(I);
            }
    for (auto &[F, Of] : Parts)
      if (conflict(Group, Of))
        for (const auto &Instructions : Of)
          for (Instruction *I : Instructions)
            forget(*I);
  }

private:
  bool mayBeOf(const Operand &O, const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    const clang::Decl *D = Callee ? Unit.declOf(Callee->getName()) : nullptr;
    return !Call
               ? !O.Changed.empty() || !O.Used.empty()
               : O.HasCall && (!D || O.Callees.contains(D->getCanonicalDecl()));
  }

  bool conflict(const Operands &Group,
                ArrayRef<SmallVector<Instruction *>> Of) {
    for (size_t A = 0; A != Group.size(); ++A)
      for (size_t B = 0; B != Group.size(); ++B)
        if (A != B && (changes(Group[A], Group[B]) || changes(Of[A], Of[B])))
          return true;
    return false;
  }

  static bool changes(const Operand &A, const Operand &B) {
    return any_of(A.Changed, [&](const clang::ValueDecl *D) {
      return B.Used.contains(D) || (D->hasLinkage() && B.HasCall);
    });
  }

  /// Whether a call of \p A changes what one of \p B reads or changes.
  bool changes(ArrayRef<Instruction *> A, ArrayRef<Instruction *> B) {
    return any_of(A, [&](const Instruction *First) {
      const auto *Writer = dyn_cast<CallBase>(First);
      if (!Writer)
        return false;
      const Effects Of = effectsOf(*Writer);
      return any_of(B, [&](const Instruction *Second) {
        const auto *Other = dyn_cast<CallBase>(Second);
        if (!Other || Other == Writer)
          return false;
        const Effects With = effectsOf(*Other);
        return (Of.Writes && (With.Reads || With.Writes)) ||
               (Of.OfArguments && sharesArgument(*Writer, *Other));
      });
    });
  }

  Effects effectsOf(const CallBase &Call) {
    const Function *Callee = Call.getCalledFunction();
    if (!Callee)
      return {true, true, false};
    Effects Found = Of(*Callee);
    // What is not an object of the caller's own may be anybody's.
    if (Found.OfArguments)
      Found.Writes |= any_of(Call.args(), [](const Use &U) {
        return U->getType()->isPointerTy() &&
               !isa<AllocaInst>(getUnderlyingObject(U));
      });
    return Found;
  }

  static bool sharesArgument(const CallBase &A, const CallBase &B) {
    return any_of(A.args(), [&](const Use &Mine) {
      return Mine->getType()->isPointerTy() &&
             any_of(B.args(), [&](const Use &Its) {
               return Its->getType()->isPointerTy() &&
                      getUnderlyingObject(Mine) == getUnderlyingObject(Its);
             });
    });
  }

  FunctionCallee unknown(Type *Result) {
    auto *Of = FunctionType::get(Result, /*isVarArg=*/true);
    const std::string Name = "__warplint_any." + std::to_string(Numbers++);
    return FunctionCallee(
        Of, Function::Create(Of, GlobalValue::ExternalLinkage, Name, M));
  }

  void forget(Instruction &I) {
    if (!Forgotten.insert(&I).second)
      return;
    if (auto *Store = dyn_cast<StoreInst>(&I)) {
      Value *V = Store->getValueOperand();
      if (V->getType()->isIntegerTy())
        Store->setOperand(0,
                          IRBuilder<>(Store).CreateCall(unknown(V->getType())));
      return;
    }
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call && isa_and_nonnull<Function>(Call->getCalledOperand()) &&
        cast<Function>(Call->getCalledOperand())->isIntrinsic())
      return;
    auto *Invoke = dyn_cast<InvokeInst>(&I);
    Instruction *Next = Invoke
                            ? &*Invoke->getNormalDest()->getFirstInsertionPt()
                            : I.getNextNode();
    IRBuilder<> At(Next);
    std::vector<Value *> Touched;
    if (Call)
      for (const Use &U : Call->args())
        if (U->getType()->isPointerTy() && !isa<Constant>(U))
          Touched.push_back(U);
    Type *Result = I.getType();
    CallInst *Any = At.CreateCall(unknown(Result), Touched);
    if (!Result->isVoidTy())
      I.replaceAllUsesWith(Any);
  }

  HostUnit &Unit;
  Module &M;
  EffectsOf Of;
  SmallPtrSet<const Instruction *, 16> Forgotten;
  unsigned Numbers = 0;
};

} // namespace

void forgetOpenOrder(HostUnit &Unit) {
  const std::vector<Operands> Found = OperandFinder(Unit.ast()).find();
  if (Found.empty())
    return;
  // Calls, and what an operand itself reads and writes.
  MapVector<unsigned, SmallVector<Instruction *>> Lines;
  for (Function &F : Unit.module())
    for (Instruction &I : instructions(F))
      if (I.getDebugLoc() && (isa<CallBase, StoreInst>(I) ||
                              (isa<LoadInst>(I) && I.getType()->isIntegerTy())))
        Lines[I.getDebugLoc()->getLine()].push_back(&I);
  OrderEraser Eraser(Unit);
  for (const Operands &Group : Found)
    Eraser.erase(Group, Lines);
}

} // namespace warplint
