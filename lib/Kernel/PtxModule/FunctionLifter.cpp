//===- FunctionLifter.cpp - A function of a module as LLVM IR -------------===//

#include "FunctionLifter.h"
#include "FloatArithmetic.h"
#include "Kernel/Ptx/Residue.h"
#include "Modifiers.h"
#include "OperandCheck.h"
#include "warplint/Messages/Ptx.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

AllocaInst *FunctionLifter::variable(uint64_t Bytes, uint64_t Alignment) {
  IRBuilder<> AtEntry(Entry, Entry->begin());
  AllocaInst *Made = AtEntry.CreateAlloca(
      ArrayType::get(B.getInt8Ty(), std::max<uint64_t>(Bytes, 1)));
  Made->setAlignment(Align(Alignment));
  return Made;
}

void FunctionLifter::bindParameter(const Declared &D, Argument &A) {
  if (D.Space == "reg") {
    Tokens Name = D.Name;
    Statement S;
    S.Opcode = {"reg", D.Type};
    S.Operands = {Name};
    Registers.declare(S, /*InLoop=*/false);
    const unsigned Bits = Registers.bitsOf(D.Name);
    Registers.write(D.Name, B.CreateLoad(B.getIntNTy(Bits), &A));
    return;
  }
  if (!Text.IsEntry || A.hasByValAttr())
    return Registers.define(D.Name.Text, &A);
  AllocaInst *Slot = variable(D.Bytes, D.Align);
  B.CreateStore(&A, Slot);
  Registers.define(D.Name.Text, Slot);
}

void FunctionLifter::bindParameters() {
  size_t Number = 0;
  for (const Declared &D : Text.Returns) {
    Argument &A = *F.getArg(unsigned(Number++));
    bindParameter(D, A);
    if (D.Space == "reg")
      ReturnedRegisters.push_back({D.Name, &A});
  }
  for (const Declared &D : Text.Parameters)
    bindParameter(D, *F.getArg(unsigned(Number++)));
}

void FunctionLifter::findLabels() {
  for (auto [I, S] : enumerate(Statements)) {
    if (S.Kind == StatementKind::OpenScope)
      Scopes.push_back(NumScopes++);
    else if (S.Kind == StatementKind::CloseScope && Scopes.size() > 1)
      Scopes.pop_back();
    else if (S.Kind == StatementKind::CloseScope)
      In.Text.fail(S.Run.front(), messages::PtxClosesNothing());
    if (S.Kind != StatementKind::Label)
      continue;
    if (!Labels.try_emplace({Scopes.back(), S.Name}, newBlock()).second)
      In.Text.fail(S.Run.front(), messages::PtxTwoLabels(S.Name));
    if (I + 1 != Statements.size() &&
        Statements[I + 1].Name == "branchtargets" &&
        Statements[I + 1].Run.size() >= 2)
      Targets[S.Name] = Statements[I + 1].Run.drop_front(2);
  }
  Scopes = {0};
  NumScopes = 1;
}

/// The label of that name in the innermost scope that has one.
BasicBlock *FunctionLifter::labelled(const Token &Label) {
  for (unsigned Scope : reverse(Scopes))
    if (auto Found = Labels.find({Scope, Label.Text}); Found != Labels.end())
      return Found->second;
  In.Text.fail(Label, messages::PtxNoLabel(Label.Text));
  return newBlock();
}

/// Whether registers may be declared with this type.
static bool isRegisterType(StringRef Type) {
  return Type == "pred" || Type == "f16x2" ||
         (typeBits(Type) >= 8 && !Type.contains('x'));
}

/// A name has one meaning in a scope, and a register is no array.
void FunctionLifter::checkDeclaration(const Statement &S) {
  const bool IsRegister = S.Opcode.front() == "reg";
  if (IsRegister && !isRegisterType(S.Opcode.back()))
    return In.Text.fail(S.Run.front(), messages::PtxExpected("a type"));
  for (Tokens Declared : S.Operands) {
    const Token &Name = Declared.front();
    const bool IsRange = Declared.size() > 1;
    if (IsRegister && IsRange &&
        (Declared.size() != 4 || !Declared[1].is('<') ||
         !numberOf(Declared[2]) || !Declared[3].is('>')))
      return In.Text.fail(Declared[1],
                          messages::PtxExpected("'<' and a number"));
    const bool IsKnown =
        IsRegister
            ? !IsRange && Registers.isOfInnermost(Name.Text)
            : !DeclaredVariables.insert({Scopes.back(), Name.Text}).second;
    if (IsKnown)
      return In.Text.fail(Name, messages::PtxDeclaredTwice(Name.Text));
  }
}

void FunctionLifter::declare(const Statement &S) {
  checkDeclaration(S);
  if (In.Text.Problem)
    return;
  if (S.Opcode.front() == "reg")
    return Registers.declare(S, /*InLoop=*/false);
  auto Found = readDeclaration(S.Run);
  if (!Found)
    return In.Text.fail(S.Run.front(), messages::PtxMalformed(S.Text));
  for (const Declared &D : *Found) {
    checkInitializer(D, In.Text);
    const bool IsOfThread = D.Space == "local" || D.Space == "param";
    for (const std::string &Name : D.names())
      Registers.define(
          Name, IsOfThread ? static_cast<Value *>(variable(D.Bytes, D.Align))
                           : makeVariable(D, &Text, In));
  }
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

void FunctionLifter::goTo(BasicBlock *Block) {
  if (!B.GetInsertBlock()->getTerminator())
    B.CreateBr(Block);
  B.SetInsertPoint(Block);
}

/// The predicate of \p S, or null.
Value *FunctionLifter::guardOf(const Statement &S) {
  if (!S.hasGuard())
    return nullptr;
  Value *Guard = Registers.readPredicate(S.Guard);
  if (!Guard)
    Guard = unknownValue(B, S.Guard.Text, 1);
  return S.GuardNegated ? B.CreateNot(Guard) : Guard;
}

/// Lets what follows be in a block of its own where \p S has a predicate; the
/// block behind it, or null.
BasicBlock *FunctionLifter::enterIfGuarded(const Statement &S) {
  Value *Guard = guardOf(S);
  if (!Guard)
    return nullptr;
  BasicBlock *Inside = newBlock(), *Behind = newBlock();
  B.CreateCondBr(Guard, Inside, Behind);
  B.SetInsertPoint(Inside);
  return Behind;
}

void FunctionLifter::branch(const Statement &S) {
  if (S.Opcode.front() == "brx")
    return indirectBranch(S);
  if (S.Operands.size() != 1 || S.Operands[0].size() != 1)
    return In.Text.fail(S.Run.front(), messages::PtxMalformed(S.Text));
  BasicBlock *To = labelled(S.Operands[0].front()), *Next = newBlock();
  if (Value *Guard = guardOf(S))
    B.CreateCondBr(Guard, To, Next);
  else
    B.CreateBr(To);
  B.SetInsertPoint(Next);
}

/// brx.idx %r1, targets;
void FunctionLifter::indirectBranch(const Statement &S) {
  auto Listed = S.Operands.size() == 2
                    ? Targets.find(S.Operands[1].front().Text)
                    : Targets.end();
  if (Listed == Targets.end())
    return In.Text.fail(S.Run.front(), messages::PtxMalformed(S.Text));
  BasicBlock *Behind = enterIfGuarded(S);
  Value *Index = fit(B, Registers.read(S.Operands[0]), 32);
  BasicBlock *Never = newBlock();
  new UnreachableInst(F.getContext(), Never);
  SwitchInst *Switch =
      B.CreateSwitch(Index ? Index : unknownValue(B, S.Text, 32), Never);
  unsigned Number = 0;
  for (const Token &T : Listed->second)
    if (T.Kind == TokenKind::Word)
      Switch->addCase(B.getInt32(Number++), labelled(T));
  B.SetInsertPoint(Behind ? Behind : newBlock());
}

void FunctionLifter::returnFromHere() {
  for (const auto &[Name, To] : ReturnedRegisters)
    if (Value *V = Registers.read(Name).V)
      B.CreateStore(V, To);
  B.CreateRetVoid();
}

/// ret, exit, trap.
void FunctionLifter::leaveFunction(const Statement &S) {
  BasicBlock *Behind = enterIfGuarded(S);
  const bool IsReturn =
      S.Opcode.front() == "ret" || (S.Opcode.front() == "exit" && Text.IsEntry);
  if (IsReturn) {
    returnFromHere();
  } else {
    Intrinsic::ID Ends = Intrinsic::nvvm_exit;
    if (S.Opcode.front() == "trap")
      Ends = Intrinsic::trap;
    B.CreateIntrinsic(Ends, {});
    B.CreateUnreachable();
  }
  B.SetInsertPoint(Behind ? Behind : newBlock());
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Null among \p Results is \p IsUnknown, or no register.
void FunctionLifter::write(const Statement &S, ArrayRef<Value *> Results,
                           Value *Guard, bool IsUnknown) {
  // What is written to a part of a vector is not followed.
  const bool IsPart =
      !S.Operands.empty() &&
      any_of(S.Operands.front(), [](const Token &T) { return T.is('.'); });
  for (auto [Destination, V] : zip(destinationsOf(S), Results)) {
    if (!V && !IsUnknown)
      continue;
    const unsigned Bits = Registers.bitsOf(Destination);
    Registers.write(
        Destination,
        V && !IsPart ? V : unknownValue(B, S.Text, Bits ? Bits : 32), Guard);
  }
}

void FunctionLifter::executeRegisters(const Statement &S) {
  if (!hasKnownModifiers(S))
    return leave(S);
  Value *Guard = guardOf(S);
  Results Lifted = liftInstruction(S, Guard, Registers, B);
  if (Lifted.empty() && S.Opcode.size() > 1 && destinationsOf(S).size() == 1) {
    Evaluation E(S, Guard, Registers, B);
    if (Value *V = liftFloat(E))
      Lifted.push_back(V);
  }
  if (!Lifted.empty())
    return write(S, Lifted, Guard, /*IsUnknown=*/true);
  leave(S);
}

void FunctionLifter::leave(const Statement &S) {
  const OpcodeClass Class = meaningOf(S.Opcode).Class;
  const bool HasPredicate =
      Class == OpcodeClass::Memory || Class == OpcodeClass::NoResult;
  Value *Guard = guardOf(S);
  const Residue Left = leaveStatement(S, HasPredicate ? Guard : nullptr,
                                      /*Block=*/nullptr, Registers, B);
  if (Class == OpcodeClass::Register)
    Left.Call->setDoesNotAccessMemory();
  write(S, Left.Results, Guard);
}

void FunctionLifter::executeInstruction(const Statement &S) {
  switch (meaningOf(S.Opcode).Class) {
  case OpcodeClass::Register:
    return executeRegisters(S);
  case OpcodeClass::Branch:
    return branch(S);
  case OpcodeClass::Leave:
    return leaveFunction(S);
  case OpcodeClass::Call:
    return call(S);
  case OpcodeClass::Memory:
    if (access(S))
      return;
    [[fallthrough]];
  case OpcodeClass::NoResult:
  case OpcodeClass::Unknown:
    return leave(S);
  }
}

/// A statement that goes on where another begins lacks its end; its operands
/// have to be what the instruction takes.
void FunctionLifter::check(const Statement &S) {
  auto IsDot = [&](size_t I) { return I < S.Run.size() && S.Run[I].is('.'); };
  size_t Opcode = 0;
  if (S.Run.front().is('@'))
    Opcode = S.Run.size() > 1 && S.Run[1].is('!') ? 3 : 2;
  size_t Operands = Opcode + 1;
  while (IsDot(Operands))
    Operands += 2;
  for (size_t I = 1; I < S.Run.size(); ++I) {
    const Token &Before = S.Run[I - 1];
    const bool MayGoOn =
        I == Opcode || (I == Operands && !IsDot(I + 1)) ||
        (Before.Kind == TokenKind::Punctuation && !Before.is(')') &&
         !Before.is(']') && !Before.is('}'));
    if (S.Run[I].StartsLine && S.Run[I].Kind == TokenKind::Word && !MayGoOn)
      return In.Text.fail(S.Run[I], messages::PtxNoSemicolon(S.Run[I].Text));
  }
  auto IsLabel = [&](StringRef Name) {
    return any_of(
        Scopes, [&](unsigned Scope) { return Labels.contains({Scope, Name}); });
  };
  if (auto Problem = checkOperands(S, Registers, IsLabel))
    In.Text.fail(Problem->At, Problem->Why);
}

/// A semicolon ends each instruction and declaration, and nothing else.
void FunctionLifter::checkEnd(const Statement &S) {
  const Token *Next = S.Run.end(); // At most the brace behind the body.
  Next += S.Kind == StatementKind::Label;
  const bool EndsWithLine = S.Kind == StatementKind::Directive &&
                            is_contained({"loc", "file", "section"}, S.Name);
  if (!EndsWithLine && (S.Kind == StatementKind::Instruction ||
                        S.Kind == StatementKind::Declaration ||
                        S.Kind == StatementKind::Directive)) {
    if (!Next->is(';'))
      return In.Text.fail(*Next, messages::PtxNoSemicolon(Next->Text));
    ++Next;
  }
  if (Next->is(';') && S.Kind != StatementKind::Malformed)
    In.Text.fail(*Next, messages::PtxUnexpected("';'"));
}

/// A word of `.pragma`, "nounroll" (PTX ISA, Pragma Strings).
static bool isNoUnroll(const Token &T) { return T.Text == "\"nounroll\""; }

void FunctionLifter::execute(const Statement &S) {
  switch (S.Kind) {
  case StatementKind::OpenScope:
    Scopes.push_back(NumScopes++);
    return Registers.openScope();
  case StatementKind::CloseScope:
    Scopes.pop_back();
    return Registers.closeScope();
  case StatementKind::Label:
    return goTo(labelled(S.Run.front()));
  case StatementKind::Declaration:
    return declare(S);
  case StatementKind::Directive:
    checkBodyDirective(S.Run, In.Text);
    if (S.Name == "loc" && !In.Text.Problem)
      In.Where.take(S);
    else if (S.Name == "file")
      readFile(S.Run, In.Text);
    else if (S.Name == "pragma" && any_of(S.Run, isNoUnroll))
      KeptRolled.insert(B.GetInsertBlock());
    return;
  case StatementKind::Malformed:
    return In.Text.fail(S.Run.front(), messages::PtxMalformed(S.Text));
  case StatementKind::Instruction:
    check(S);
    if (In.Text.Problem)
      return;
    B.SetCurrentDebugLocation(In.Where.of(S));
    return executeInstruction(S);
  }
}

/// What is read of a register that nothing writes is unknown.
static void giveUnwritten(AllocaInst &Variable, Builder &B) {
  if (any_of(Variable.users(), [](User *U) { return isa<StoreInst>(U); }))
    return;
  for (User *U : make_early_inc_range(Variable.users()))
    if (auto *Load = dyn_cast<LoadInst>(U)) {
      B.SetInsertPoint(Load);
      Load->replaceAllUsesWith(
          unknownValue(B, "a register that is never written",
                       Load->getType()->getIntegerBitWidth()));
      Load->eraseFromParent();
    }
}

void FunctionLifter::lift() {
  In.Where.startFunction(F, Text);
  B.SetInsertPoint(Entry);
  bindParameters();
  findLabels();
  goTo(newBlock());
  if (!Text.Body->empty() && Text.Body->front().is(';'))
    In.Text.fail(Text.Body->front(), messages::PtxUnexpected("';'"));
  if (In.Text.Problem)
    return;
  for (const Statement &S : Statements) {
    execute(S);
    checkEnd(S);
    if (In.Text.Problem)
      return;
  }
  if (!B.GetInsertBlock()->getTerminator())
    returnFromHere();
  for (BasicBlock &Block : F)
    if (!Block.getTerminator())
      new UnreachableInst(F.getContext(), &Block);
  EliminateUnreachableBlocks(F);
  for (AllocaInst *Variable : Registers.variables())
    giveUnwritten(*Variable, B);
  DominatorTree DT(F);
  PromoteMemToReg(Registers.variables(), DT);
  const LoopInfo Loops(DT);
  for (Loop *L : Loops.getLoopsInPreorder())
    if (KeptRolled.contains(L->getHeader()))
      L->setLoopAlreadyUnrolled();
}

void warplint::ptx::liftFunction(const FunctionText &Text, Function &F,
                                 LiftedModule &In) {
  FunctionLifter(Text, F, In).lift();
}
