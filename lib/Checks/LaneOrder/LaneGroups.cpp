//===- LaneGroups.cpp - What may be dealt out to lanes anew ---------------===//

#include "LaneGroups.h"
#include "LaneTies.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetOperations.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace clang;

namespace warplint {

/// More passes than a chain of variables is long.
static constexpr unsigned MostPasses = 16;

LaneGroups::LaneGroups(const ASTContext &Context, const KernelBody &Body,
                       ThreadValues &Values)
    : Context(Context), Body(Body), Values(Values) {
  All.push_back({}); // Values that cannot be reordered.
  HasChanged = true;
  for (unsigned Pass = 0; HasChanged && Pass < MostPasses; ++Pass) {
    HasChanged = false;
    for (const FunctionDecl *F : Body.Functions) {
      In = F;
      flow(F->getBody());
    }
  }
  NumFlowing = All.size();
  Classes.grow(NumFlowing);
  for (auto [A, B] : Met)
    Classes.join(A, B);
  // Not everything was seen.
  for (unsigned S = 0; HasChanged && S < All.size(); ++S)
    Classes.join(0, S);
}

unsigned LaneGroups::sourceOf(const VarDecl *V, const Expr *Written) {
  auto [It, IsNew] =
      Numbers.try_emplace({V, V ? nullptr : Written}, All.size());
  if (IsNew)
    All.push_back({V, Written});
  return It->second;
}

/// `int t = threadIdx.x`, `int lane = t % 32`.
bool LaneGroups::isThreadNumber(const VarDecl &V) {
  const ThreadTable *Table = Values.of(V);
  return Table && (Values.isThread(*Table) || Values.isLane(*Table));
}

/// All that tells lanes apart in \p S is threadIdx and numbers of threads.
bool LaneGroups::isPlain(const Stmt *S) {
  if (const auto *Reference = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Reference->getDecl()))
      if (const ThreadTable *Table = Values.of(*V))
        return !Values.differsInWarp(*Table) || isThreadNumber(*V);
  return all_of(S->children(),
                [&](const Stmt *Child) { return !Child || isPlain(Child); });
}

/// The largest expression around \p Leaf that only the thread decides.
const Expr *LaneGroups::wholeOf(const Expr *Leaf) {
  if (const auto *Object =
          dyn_cast_or_null<PseudoObjectExpr>(Body.Parents.lookup(Leaf)))
    Leaf = Object;
  for (const Stmt *Around = Leaf; Around; Around = Body.Parents.lookup(Around))
    if (const auto *E = dyn_cast<Expr>(Around); E && Values.of(E))
      Leaf = E;
    else
      break;
  return Leaf;
}

/// Adds the local variables that \p E is, points to or is a part of; also by way
/// of parameters.
void LaneGroups::addPointees(const Expr *E, Pointees &Found) const {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return addPointees(Full->getSubExpr(), Found);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Part = Cast->getSubExpr()->IgnoreParens();
    // A pointer in a structure or an array: none of a local variable's, since
    // those go no such ways (escapes()).
    if (Cast->getCastKind() == CK_LValueToRValue && !isa<DeclRefExpr>(Part))
      Found.HasMemory = true;
    else
      addPointees(Part, Found);
    return;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return addPointees(Unary->getSubExpr(), Found);
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return addPointees(Element->getBase(), Found);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return addPointees(Member->getBase(), Found);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return addPointees(Binary->getLHS()->getType()->isPointerType()
                           ? Binary->getLHS()
                           : Binary->getRHS(),
                       Found);
  if (const auto *Select = dyn_cast<ConditionalOperator>(E)) {
    addPointees(Select->getTrueExpr(), Found);
    return addPointees(Select->getFalseExpr(), Found);
  }
  const auto *Reference = dyn_cast<DeclRefExpr>(E);
  const auto *V = Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
  if (!V || !V->hasLocalStorage()) {
    Found.HasMemory = true;
    return;
  }
  if (!V->getType()->isPointerType() && !V->getType()->isReferenceType()) {
    Found.Locals.insert(V);
    return;
  }
  if (!Found.Seen.insert(V).second)
    return;
  SmallVector<const Expr *, 2> From = Body.SetTo.lookup(V);
  if (V->getInit() && !isa<ParmVarDecl>(V))
    From.push_back(V->getInit());
  Found.HasMemory |= From.empty();
  for (const Expr *Origin : From)
    addPointees(Origin, Found);
}

LaneGroups::Pointees LaneGroups::pointeesOf(const Expr *E) const {
  Pointees Found;
  addPointees(E, Found);
  return Found;
}

/// The address of a local variable is kept where it is not followed.
bool LaneGroups::escapes(const Expr *Address) const {
  for (const Stmt *S = Body.Parents.lookup(Address); S;
       S = Body.Parents.lookup(S)) {
    if (isa<ParenExpr, CastExpr, FullExpr>(S))
      continue;
    if (const auto *Binary = dyn_cast<BinaryOperator>(S);
        Binary && Binary->isAdditiveOp())
      continue;
    if (const auto *Unary = dyn_cast<UnaryOperator>(S))
      return Unary->getOpcode() != UO_Deref;
    return !isa<ArraySubscriptExpr, MemberExpr, CallExpr, DeclStmt, GCCAsmStmt>(
        S);
  }
  return false;
}

LaneSources LaneGroups::of(const Stmt *S) {
  if (!S)
    return {};
  if (const auto *E = dyn_cast<Expr>(S)) {
    E = E->IgnoreParenImpCasts();
    S = E;
    const auto *Reference = dyn_cast<DeclRefExpr>(E);
    const auto *V =
        Reference ? dyn_cast<VarDecl>(Reference->getDecl()) : nullptr;
    if (const ThreadTable *Table = Values.of(E)) {
      if (!Values.differsInWarp(*Table))
        return {};
      if (V && !isThreadNumber(*V) && isPlain(V->getInit()))
        return {sourceOf(V, V->getInit())};
      if (isPlain(E))
        return {sourceOf(nullptr, E)};
    } else if (threadAxis(E)) {
      return {0};
    }
    if (V) {
      if (V->getIdentifier() && V->getName() == "threadIdx")
        return {0}; // All of it.
      LaneSources Found = OfVariable.lookup(V);
      if (V->getType()->isPointerType() || V->getType()->isReferenceType())
        for (const VarDecl *Local : pointeesOf(E).Locals)
          set_union(Found, OfVariable.lookup(Local));
      return Found;
    }
    // blockIdx.x and its kin: what is written, not what it calls.
    if (isa<PseudoObjectExpr>(E))
      return {};
    // What it uses is seen in its body.
    if (isa<LambdaExpr>(E))
      return {};
    if (isa<CXXThisExpr>(E))
      return OfObject.lookup(In);
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return ofCall(*Call);
  }
  LaneSources Found;
  for (const Stmt *Child : S->children())
    set_union(Found, of(Child));
  return Found;
}

LaneSources LaneGroups::ofCall(const CallExpr &Call) {
  LaneSources Found;
  for (const Stmt *Child : Call.children())
    set_union(Found, of(Child));
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Definition = Callee ? Callee->getDefinition() : nullptr;
  if (Definition && Body.Functions.contains(Definition))
    set_union(Found, OfResult.lookup(Definition));
  else if (!Callee || isOfLibraryObject(*Callee) ||
           (Callee->getIdentifier() && tiesLanes(Callee->getName())))
    Found.insert(0);
  return Found;
}

void LaneGroups::addTo(const VarDecl *V, const LaneSources &More) {
  LaneSources &Known = OfVariable[V];
  const size_t Before = Known.size();
  set_union(Known, More);
  HasChanged |= Known.size() != Before;
}

void LaneGroups::meet(LaneSources Together) {
  set_union(Together, Control);
  set_union(Together, Left);
  for (unsigned S : Together)
    Met.insert({*Together.begin(), S});
}

/// Of what has a name: `&x`, or an array that becomes a pointer.
static bool isAddress(const Expr &E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(&E))
    return Unary->getOpcode() == UO_AddrOf;
  const auto *Cast = dyn_cast<CastExpr>(&E);
  return Cast && Cast->getCastKind() == CK_ArrayToPointerDecay;
}

/// A member of what `this` points to.
static bool isInObject(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (isa<CXXThisExpr>(E))
      return true;
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
             Element && Element->getBase()
                            ->IgnoreParenImpCasts()
                            ->getType()
                            ->isArrayType())
      E = Element->getBase();
    else
      return false;
  }
}

/// \p Target gets a value of \p To.
void LaneGroups::set(const Expr *Target, LaneSources To) {
  set_union(To, Control);
  const VarDecl *V = variableOf(Target);
  const bool IsReference = V && V->getType()->isReferenceType();
  // Which element it is, too.
  if (IsReference || !isa<DeclRefExpr>(Target->IgnoreParenImpCasts()))
    set_union(To, of(Target));
  if (V && V->hasLocalStorage())
    addTo(V, To);
  if (V && V->hasLocalStorage() && !IsReference)
    return;
  const Pointees Behind = pointeesOf(Target);
  for (const VarDecl *Local : Behind.Locals)
    addTo(Local, To);
  if (!Behind.HasMemory)
    return;
  // What a function keeps in its object is not followed.
  if (!To.empty() && isInObject(Target))
    To.insert(0);
  meet(std::move(To));
}

void LaneGroups::flowUnder(const Stmt *Condition,
                           std::initializer_list<const Stmt *> Inside) {
  SaveAndRestore Around(Control);
  set_union(Control, of(Condition));
  for (const Stmt *S : Inside)
    flow(S);
}

void LaneGroups::flowCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const FunctionDecl *Definition = Callee ? Callee->getDefinition() : nullptr;
  LaneSources Given = of(&Call);
  if (Definition && Body.Functions.contains(Definition)) {
    for (const ParmVarDecl *P : Definition->parameters())
      for (const Expr *Argument : Body.SetTo.lookup(P)) {
        LaneSources Passed = of(Argument);
        set_union(Passed, Control);
        addTo(P, Passed);
      }
    const Expr *Object = nullptr;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
      Object = Member->getImplicitObjectArgument();
    else if (isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Definition))
      Object = Call.getArg(0);
    if (Object) {
      LaneSources &Known = OfObject[Definition];
      const size_t Before = Known.size();
      set_union(Known, of(Object));
      HasChanged |= Known.size() != Before;
    }
    return;
  }
  // Of a structure.
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
      Operator && Operator->isAssignmentOp())
    return set(Call.getArg(0), of(Call.getArg(1)));
  if (Callee && Callee->getIdentifier() && isBlockBarrier(Callee->getName()))
    return;
  // What gets a pointer or a reference may write there.
  for (const auto &[Number, Argument] : enumerate(Call.arguments())) {
    const ParmVarDecl *P = Callee && Number < Callee->getNumParams()
                               ? Callee->getParamDecl(Number)
                               : nullptr;
    const QualType Type = P ? P->getType() : Argument->getType();
    if (!(Type->isPointerType() || Type->isReferenceType()) ||
        Type->getPointeeType().isConstQualified())
      continue;
    const Pointees Behind = pointeesOf(Argument);
    for (const VarDecl *Local : Behind.Locals)
      addTo(Local, Given);
    if (Behind.HasMemory)
      meet(Given);
  }
  if (Given.contains(0))
    meet(std::move(Given));
}

void LaneGroups::flowAssembly(const GCCAsmStmt &Asm) {
  LaneSources Given;
  for (const Expr *Input : Asm.inputs())
    set_union(Given, of(Input));
  if (!isOfOneLane(Asm.generateAsmString(Context)))
    Given.insert(0);
  for (const Expr *Output : Asm.outputs())
    set(Output, Given);
  meet(std::move(Given));
}

/// False where \p S decides nothing about what runs in it.
bool LaneGroups::flowBranches(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    flow(If->getInit());
    flow(If->getConditionVariableDeclStmt());
    flow(If->getCond());
    flowUnder(If->getCond(), {If->getThen(), If->getElse()});
  } else if (const auto *Loop = dyn_cast<ForStmt>(S)) {
    flow(Loop->getInit());
    flow(Loop->getCond());
    flowUnder(Loop->getCond(), {Loop->getBody(), Loop->getInc()});
  } else if (const auto *Loop = dyn_cast<WhileStmt>(S)) {
    flow(Loop->getCond());
    flowUnder(Loop->getCond(), {Loop->getBody()});
  } else if (const auto *Loop = dyn_cast<DoStmt>(S)) {
    flow(Loop->getCond());
    flowUnder(Loop->getCond(), {Loop->getBody()});
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    flow(Switch->getCond());
    flowUnder(Switch->getCond(), {Switch->getBody()});
  } else if (const auto *Select = dyn_cast<ConditionalOperator>(S)) {
    flow(Select->getCond());
    flowUnder(Select->getCond(),
              {Select->getTrueExpr(), Select->getFalseExpr()});
  } else if (const auto *Logical = dyn_cast<BinaryOperator>(S);
             Logical && Logical->isLogicalOp()) {
    flow(Logical->getLHS());
    flowUnder(Logical->getLHS(), {Logical->getRHS()});
  } else {
    return false;
  }
  return true;
}

/// \p S, which may leave what it is in.
void LaneGroups::flowOut(const Stmt *S) {
  const size_t Before = Left.size();
  set_union(Left, Control);
  if (isa<GotoStmt, CXXForRangeStmt>(S))
    Left.insert(0);
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    flow(Return->getRetValue());
    LaneSources &Result = OfResult[In];
    const size_t Known = Result.size();
    set_union(Result, of(Return->getRetValue()));
    set_union(Result, Control);
    HasChanged |= Result.size() != Known;
  }
  HasChanged |= Left.size() != Before;
}

void LaneGroups::flow(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      if (const auto *V = dyn_cast<VarDecl>(D); V && V->getInit()) {
        flow(V->getInit());
        // A source of its own, where it is used, or the number of the thread.
        if (Values.of(*V) && isPlain(V->getInit()))
          continue;
        LaneSources To = of(V->getInit());
        set_union(To, Control);
        if (V->hasLocalStorage())
          addTo(V, To);
      }
    return;
  }
  if (flowBranches(S))
    return;
  if (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, CXXForRangeStmt>(S))
    return flowOut(S);
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return flowAssembly(*Asm);
  // threadIdx.x and its kin.
  if (isa<PseudoObjectExpr, LambdaExpr>(S))
    return;
  if (const auto *E = dyn_cast<Expr>(S); E && isAddress(*E) && escapes(E)) {
    const Pointees Behind = pointeesOf(E);
    for (const VarDecl *Local : Behind.Locals)
      addTo(Local, {0});
  }
  if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    if (const auto *Definition = cast_or_null<CXXConstructorDecl>(
            Made->getConstructor()->getDefinition());
        Definition && Definition->isUserProvided() &&
        !cast<CompoundStmt>(Definition->getBody())->body_empty()) {
      // What it does is not followed.
      LaneSources Given = of(S);
      Given.insert(0);
      meet(std::move(Given));
    }
  for (const Stmt *Child : S->children())
    flow(Child);
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    set(Binary->getLHS(), of(Binary->getRHS()));
  else if (const auto *Unary = dyn_cast<UnaryOperator>(S);
           Unary && Unary->isIncrementDecrementOp())
    set(Unary->getSubExpr(), {});
  else if (const auto *Call = dyn_cast<CallExpr>(S))
    flowCall(*Call);
}

LaneSources LaneGroups::sourcesAt(const SourcePlace &Where) {
  LaneSources Found;
  for (const KernelBody::Leaf &Leaf : Body.Leaves)
    if (Where.contains(Leaf.Where))
      set_union(Found, of(wholeOf(Leaf.Written)));
  // The place of a macro's use holds all of the macro: also what no value goes
  // through.
  Found.erase(Found.lower_bound(NumFlowing), Found.end());
  return Found;
}

LaneSources LaneGroups::groupsOf(const LaneSources &Some) const {
  std::set<unsigned> Wanted;
  for (unsigned S : Some)
    Wanted.insert(Classes.findLeader(S));
  LaneSources Found;
  for (unsigned S = 0; S < NumFlowing; ++S)
    if (Wanted.contains(Classes.findLeader(S)))
      Found.insert(S);
  return Found;
}

} // namespace warplint
