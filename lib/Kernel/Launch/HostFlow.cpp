//===- HostFlow.cpp - Which writes a read of a host local sees ------------===//

#include "HostFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

std::optional<HostObject> namedObject(const Expr *E) {
  HostObject Object;
  while (E) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (Cast->getCastKind() != CK_NoOp)
        return std::nullopt;
      E = Cast->getSubExpr();
    } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (const auto *Static = dyn_cast<VarDecl>(Member->getMemberDecl())) {
        Object.Variable = Static;
        break;
      }
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (!Field || Member->isArrow())
        return std::nullopt;
      Object.Fields.push_back(Field);
      E = Member->getBase();
    } else if (const auto *Reference = dyn_cast<DeclRefExpr>(E)) {
      Object.Variable = dyn_cast<VarDecl>(Reference->getDecl());
      break;
    } else {
      return std::nullopt;
    }
  }
  if (!Object.Variable)
    return std::nullopt;
  std::reverse(Object.Fields.begin(), Object.Fields.end());
  return Object;
}

const VarDecl *namedArray(const ArraySubscriptExpr &Element) {
  const auto *Decay = dyn_cast<CastExpr>(Element.getBase()->IgnoreParens());
  if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
    return nullptr;
  std::optional<HostObject> Array = namedObject(Decay->getSubExpr());
  return Array && Array->Fields.empty() ? Array->Variable : nullptr;
}

static bool isPrefix(const HostObject &Outer, const HostObject &Inner) {
  return Outer.Variable == Inner.Variable &&
         Outer.Fields.size() <= Inner.Fields.size() &&
         std::equal(Outer.Fields.begin(), Outer.Fields.end(),
                    Inner.Fields.begin());
}

static bool overlap(const HostObject &A, const HostObject &B) {
  return isPrefix(A, B) || isPrefix(B, A);
}

/// Walks a function's body and notes every write to a local, and every way in
/// which a local's address gets out of sight.
class HostFlow::Collector {
public:
  explicit Collector(HostFlow &Flow) : Flow(Flow) {}

  void walk(const Stmt *S);

private:
  void walkChildren(const Stmt *S) {
    for (const Stmt *Child : S->children())
      walk(Child);
  }
  void walkDeclaration(const VarDecl &Variable);
  bool walkAssignment(const Stmt *At, const Expr *Target, const Expr *Value);
  bool isRead(const CastExpr &Cast);
  void note(const Stmt *At, HostObject Target, const Expr *Value);
  void noteUse(const Expr *E, const HostObject &Object);

  HostFlow &Flow;
  bool InLambda = false;
  unsigned Loops = 0; ///< Around the current statement.
};

void HostFlow::Collector::note(const Stmt *At, HostObject Target,
                               const Expr *Value) {
  Flow.AtStmt[At].push_back(Flow.All.size());
  Flow.All.push_back(
      {std::move(Target), HostWrite::Source::Expression, Value, InLambda});
}

/// A mention of \p Object that is neither a plain read nor a plain write.
void HostFlow::Collector::noteUse(const Expr *E, const HostObject &Object) {
  if (!E->getType().isConstQualified())
    Flow.Escaped.insert(Object.Variable);
}

void HostFlow::Collector::walkDeclaration(const VarDecl &Variable) {
  const Expr *Initialiser = Variable.getInit();
  if (Initialiser)
    walk(Initialiser);
  if (!Variable.hasLocalStorage() || Variable.getType()->isReferenceType())
    return;
  if (Loops != 0)
    Flow.DeclaredInLoop.insert(&Variable);
  Flow.AtDecl[&Variable] = Flow.All.size();
  auto From = Initialiser ? HostWrite::Source::Expression
                          : HostWrite::Source::Uninitialised;
  Flow.All.push_back({{&Variable, {}}, From, Initialiser, false});
}

bool HostFlow::Collector::walkAssignment(const Stmt *At, const Expr *Target,
                                         const Expr *Value) {
  std::optional<HostObject> Object = namedObject(Target);
  if (!Object)
    return false;
  note(At, std::move(*Object), Value);
  return true;
}

/// Casts under which a bare mention of a variable only reads it: loading its
/// value or an element's, viewing it as const, pointing to it as const,
/// discarding it.
bool HostFlow::Collector::isRead(const CastExpr &Cast) {
  const Expr *Sub = Cast.getSubExpr()->IgnoreParens();
  switch (Cast.getCastKind()) {
  case CK_LValueToRValue:
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Sub))
      if (namedArray(*Element)) {
        walk(Element->getIdx());
        return true;
      }
    return namedObject(Sub).has_value();
  case CK_ToVoid:
    return namedObject(Sub).has_value();
  case CK_NoOp: {
    if (Cast.isGLValue())
      return Cast.getType().isConstQualified() && namedObject(Sub);
    QualType Pointee = Cast.getType()->getPointeeType();
    const auto *AddressOf = dyn_cast<UnaryOperator>(Sub);
    return !Pointee.isNull() && Pointee.isConstQualified() && AddressOf &&
           AddressOf->getOpcode() == UO_AddrOf &&
           namedObject(AddressOf->getSubExpr());
  }
  default:
    return false;
  }
}

void HostFlow::Collector::walk(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (const auto *Declarations = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declarations->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        walkDeclaration(*Variable);
    return;
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    bool Outer = std::exchange(InLambda, true);
    // The captures themselves only mention the variable.
    walk(Lambda->getBody());
    InLambda = Outer;
    return;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(S)) {
    if (!isRead(*Cast))
      walk(Cast->getSubExpr());
    return;
  }
  // Moving from a trivial object, as `return block;` does, leaves it as it was.
  if (const auto *Construction = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *Constructor = Construction->getConstructor();
    if (Constructor->isCopyOrMoveConstructor() && Constructor->isTrivial() &&
        Construction->getNumArgs() == 1 && namedObject(Construction->getArg(0)))
      return;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp()) {
    walk(Binary->getRHS());
    const Expr *Value =
        Binary->isCompoundAssignmentOp() ? nullptr : Binary->getRHS();
    if (!walkAssignment(S, Binary->getLHS(), Value))
      walk(Binary->getLHS());
    return;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp()) {
    if (!walkAssignment(S, Unary->getSubExpr(), nullptr))
      walk(Unary->getSubExpr());
    return;
  }
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S)) {
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
    if (Method && Call->getNumArgs() == 2 &&
        (Method->isCopyAssignmentOperator() ||
         Method->isMoveAssignmentOperator())) {
      walk(Call->getArg(1));
      const Expr *Value = Method->isTrivial() ? Call->getArg(1) : nullptr;
      if (!walkAssignment(S, Call->getArg(0), Value))
        walk(Call->getArg(0));
      return;
    }
  }
  if (const auto *E = dyn_cast<Expr>(S))
    if (std::optional<HostObject> Object = namedObject(E)) {
      noteUse(E, *Object);
      return;
    }
  bool Loop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  Loops += Loop;
  walkChildren(S);
  Loops -= Loop;
}

HostFlow::HostFlow(ASTContext &Context, const FunctionDecl *Function)
    : Context(Context), Function(Function) {
  for (const ParmVarDecl *Parameter : Function->parameters()) {
    AtDecl[Parameter] = All.size();
    All.push_back(
        {{Parameter, {}}, HostWrite::Source::Argument, nullptr, false});
  }
  Collector(*this).walk(Function->getBody());
}

HostFlow::~HostFlow() = default;

void HostFlow::buildGraph() {
  if (std::exchange(GraphBuilt, true))
    return;
  // Clang builds no graph of a template's pattern either: it is not made for
  // it.
  if (Function->isDependentContext() || Function->isInvalidDecl())
    return;
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Graph = CFG::buildCFG(Function, Function->getBody(), &Context, Options);
  if (!Graph)
    return;
  for (const CFGBlock *Block : *Graph)
    for (unsigned I = 0, E = Block->size(); I != E; ++I)
      if (std::optional<CFGStmt> Element = (*Block)[I].getAs<CFGStmt>())
        Positions.try_emplace(Element->getStmt(), Position{Block, I});
}

const HostWrite *HostFlow::writeAt(const Stmt *S,
                                   const HostObject &Object) const {
  // The graph splits `int a = 1, b = a;` into declarations of its own making.
  if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
    if (!Declaration->isSingleDecl() ||
        Declaration->getSingleDecl() != Object.Variable)
      return nullptr;
    auto Found = AtDecl.find(Object.Variable);
    return Found == AtDecl.end() ? nullptr : &All[Found->second];
  }
  auto Found = AtStmt.find(S);
  if (Found == AtStmt.end())
    return nullptr;
  for (unsigned Index : Found->second)
    if (overlap(All[Index].Target, Object))
      return &All[Index];
  return nullptr;
}

/// The write that calling the function is, of a parameter.
const HostWrite *HostFlow::argument(const HostObject &Object) const {
  auto Found = AtDecl.find(Object.Variable);
  if (Found == AtDecl.end() ||
      All[Found->second].From != HostWrite::Source::Argument)
    return nullptr;
  return &All[Found->second];
}

/// Without a place in the graph: fine when only one write exists.
std::optional<HostFlow::Writes>
HostFlow::onlyWrite(const HostObject &Object) const {
  Writes Found;
  for (const HostWrite &Write : All)
    if (Write.From != HostWrite::Source::Uninitialised &&
        overlap(Write.Target, Object))
      Found.push_back(&Write);
  if (Found.size() != 1)
    return std::nullopt;
  return Found;
}

std::optional<HostFlow::Writes> HostFlow::reaching(const HostObject &Object,
                                                   const Stmt *Use) {
  if (!AtDecl.contains(Object.Variable) || Escaped.contains(Object.Variable))
    return std::nullopt;
  for (const HostWrite &Write : All)
    if (overlap(Write.Target, Object) &&
        (Write.InLambda || !isPrefix(Write.Target, Object)))
      return std::nullopt;
  buildGraph();
  auto Start = Positions.find(Use);
  if (Start == Positions.end())
    return onlyWrite(Object);

  Writes Found;
  llvm::SmallVector<Position, 8> Pending = {Start->second};
  llvm::DenseSet<const CFGBlock *> Entered;
  while (!Pending.empty()) {
    Position Here = Pending.pop_back_val();
    const HostWrite *Write = nullptr;
    for (unsigned I = Here.Index; I != 0 && !Write; --I)
      if (std::optional<CFGStmt> Element =
              (*Here.Block)[I - 1].getAs<CFGStmt>())
        Write = writeAt(Element->getStmt(), Object);
    if (!Write && Here.Block == &Graph->getEntry())
      Write = argument(Object);
    if (Write) {
      if (Write->From != HostWrite::Source::Uninitialised &&
          !llvm::is_contained(Found, Write))
        Found.push_back(Write);
      continue;
    }
    for (const CFGBlock *Before : Here.Block->preds())
      if (Before && Entered.insert(Before).second)
        Pending.push_back({Before, Before->size()});
  }
  llvm::sort(Found); // In source order, as they lie in All.
  return Found;
}

/// True when every read of \p Object in the function gives the same value.
bool HostFlow::hasOneValue(const HostObject &Object) const {
  return AtDecl.contains(Object.Variable) &&
         !Escaped.contains(Object.Variable) &&
         !DeclaredInLoop.contains(Object.Variable) &&
         onlyWrite(Object).has_value();
}

const Expr *HostFlow::onlyInitialiser(const VarDecl *Variable) const {
  if (!AtDecl.contains(Variable) || Escaped.contains(Variable))
    return nullptr;
  std::optional<Writes> Found = onlyWrite({Variable, {}});
  return Found ? Found->front()->Value : nullptr;
}

void HostFlow::addFact(const Expr *Object, const Expr *Value,
                       llvm::SmallVectorImpl<HostFact> &Facts) const {
  // The promotion of a smaller type, too, keeps the value.
  std::optional<HostObject> Named = namedObject(Object->IgnoreParenImpCasts());
  if (Named && hasOneValue(*Named))
    Facts.push_back({std::move(*Named), Value});
}

/// Notes the equalities that hold where \p Condition is true, or false.
void HostFlow::addEqualities(const Expr *Condition, bool Holds,
                             llvm::SmallVectorImpl<HostFact> &Facts) const {
  const auto *Binary =
      dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!Binary)
    return;
  if (Binary->getOpcode() == (Holds ? BO_LAnd : BO_LOr)) {
    addEqualities(Binary->getLHS(), Holds, Facts);
    addEqualities(Binary->getRHS(), Holds, Facts);
  } else if (Binary->getOpcode() == (Holds ? BO_EQ : BO_NE)) {
    addFact(Binary->getLHS(), Binary->getRHS(), Facts);
    addFact(Binary->getRHS(), Binary->getLHS(), Facts);
  }
}

/// True when control never runs on behind \p S.
static bool leaves(const Stmt *S) {
  if (const auto *Label = dyn_cast_or_null<SwitchCase>(S))
    return leaves(Label->getSubStmt());
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && leaves(Block->body_back());
  return isa_and_nonnull<BreakStmt, ReturnStmt, ContinueStmt>(S);
}

/// The one label through which control comes to \p Inside, a statement of the
/// switch's body; null when there are several, or a fall-through.
static const CaseStmt *onlyLabel(const CompoundStmt &Body, const Stmt *Inside) {
  const CaseStmt *Label = nullptr;
  const Stmt *Before = nullptr;
  for (const Stmt *Child : Body.body()) {
    if (const auto *Case = dyn_cast<SwitchCase>(Child)) {
      bool FallsIn = Before && !leaves(Before);
      bool More = isa<SwitchCase>(Case->getSubStmt());
      Label = FallsIn || More ? nullptr : dyn_cast<CaseStmt>(Case);
    }
    if (Child == Inside)
      return Label;
    Before = Child;
  }
  return nullptr;
}

llvm::SmallVector<HostFact, 2> HostFlow::facts(const Stmt *Use) {
  llvm::SmallVector<HostFact, 2> Facts;
  if (!Parents)
    Parents = std::make_unique<ParentMap>(Function->getBody());
  const Stmt *Child = Use;
  for (const Stmt *Parent = Parents->getParent(Child); Parent;
       Child = Parent, Parent = Parents->getParent(Child)) {
    if (isa<LambdaExpr>(Parent))
      break;
    if (const auto *If = dyn_cast<IfStmt>(Parent)) {
      if (Child == If->getThen() || Child == If->getElse())
        addEqualities(If->getCond(), Child == If->getThen(), Facts);
    } else if (const auto *Block = dyn_cast<CompoundStmt>(Parent)) {
      const auto *Switch =
          dyn_cast_or_null<SwitchStmt>(Parents->getParent(Block));
      const CaseStmt *Label = Switch ? onlyLabel(*Block, Child) : nullptr;
      if (Label && !Label->getRHS())
        addFact(Switch->getCond(), Label->getLHS(), Facts);
    }
  }
  return Facts;
}

} // namespace warplint
