//===- FunctionLift.cpp - A function of a module as LLVM IR ---------------===//

#include "FunctionLift.h"
#include "FloatArithmetic.h"
#include "Kernel/Ptx/Residue.h"
#include "warplint/Messages/Ptx.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {

class FunctionLifter {
public:
  FunctionLifter(const FunctionText &Text, Function &F, LiftedModule &In)
      : Text(Text), F(F), In(In),
        Entry(BasicBlock::Create(F.getContext(), "", &F)),
        Statements(readStatements(*Text.Body)),
        B(F.getContext(), InstSimplifyFolder(F.getDataLayout()),
          IRBuilderCallbackInserter([](Instruction *) {})),
        Registers(F, In.Names, B) {}

  void lift();

private:
  // Names.
  void bindParameters();
  void bindParameter(const Declared &D, Argument &A);
  void findLabels();
  BasicBlock *labelled(const Token &Label);
  void declare(const Statement &S);
  AllocaInst *variable(uint64_t Bytes, uint64_t Align);

  // Statements.
  void check(const Statement &S);
  void execute(const Statement &S);
  void executeInstruction(const Statement &S);
  void executeRegisters(const Statement &S);
  void leave(const Statement &S);
  void write(const Statement &S, ArrayRef<Value *> Results, Value *Guard);
  Value *guardOf(const Statement &S);

  // Control.
  BasicBlock *newBlock() { return BasicBlock::Create(F.getContext(), "", &F); }
  void goTo(BasicBlock *Block);
  void branch(const Statement &S);
  void indirectBranch(const Statement &S);
  void leaveFunction(const Statement &S);
  void returnFromHere();
  BasicBlock *enterIfGuarded(const Statement &S);

  // Memory.
  bool access(const Statement &S);
  Value *pointerTo(Tokens Inside, unsigned Space);
  void load(const Statement &S, Value *Pointer, unsigned Bits);
  void store(const Statement &S, Value *Pointer, unsigned Bits);

  // Calls.
  void call(const Statement &S);
  Value *passed(Tokens Operand, bool IsReturned);

  const FunctionText &Text;
  Function &F;
  LiftedModule &In;
  BasicBlock *Entry;
  const std::vector<Statement> Statements;
  Builder B;
  RegisterFile Registers;
  /// The scopes that the current statement stands in, by number.
  SmallVector<unsigned, 4> Scopes = {0};
  unsigned NumScopes = 1;
  std::map<std::pair<unsigned, StringRef>, BasicBlock *> Labels;
  /// Of .branchtargets, by its label.
  StringMap<Tokens> Targets;
  /// Parameters and results of a .func that are registers.
  std::vector<std::pair<Token, Value *>> ReturnedRegisters;
};

} // namespace

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
    Labels[{Scopes.back(), S.Name}] = newBlock();
    if (I + 1 != Statements.size() && Statements[I + 1].Name == "branchtargets")
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

void FunctionLifter::declare(const Statement &S) {
  if (S.Opcode.front() == "reg")
    return Registers.declare(S, /*InLoop=*/false);
  auto Found = readDeclaration(S.Run);
  if (!Found)
    return In.Text.fail(S.Run.front(), messages::PtxMalformed(S.Text));
  for (const Declared &D : *Found) {
    const bool IsOfThread = D.Space == "local" || D.Space == "param";
    Registers.define(D.Name.Text, IsOfThread ? static_cast<Value *>(
                                                   variable(D.Bytes, D.Align))
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
// Memory
//===----------------------------------------------------------------------===//

/// The address in brackets.
Value *FunctionLifter::pointerTo(Tokens Inside, unsigned Space) {
  if (Inside.front().Kind == TokenKind::Word)
    if (Value *Base = Registers.addressOf(Inside.front().Text)) {
      Tokens Offset = Inside.drop_front();
      if (Offset.empty())
        return Base;
      if (auto *N = dyn_cast_or_null<ConstantInt>(Registers.read(Offset).V))
        return B.CreatePtrAdd(Base, B.getInt64(uint64_t(N->getSExtValue())));
    }
  const Operand O = Registers.readAddress(Inside);
  return B.CreateIntToPtr(O.V ? O.V : unknownValue(B, O.Why, 64),
                          B.getPtrTy(Space));
}

static unsigned addressSpaceOf(const Statement &S) {
  const auto Spaces = spacesOf(S.Opcode);
  if (Spaces.empty() || Spaces.front() == MemorySpace::Parameter)
    return NVPTXAS::ADDRESS_SPACE_GENERIC;
  switch (Spaces.front()) {
  case MemorySpace::Shared:
    return NVPTXAS::ADDRESS_SPACE_SHARED;
  case MemorySpace::Global:
    return NVPTXAS::ADDRESS_SPACE_GLOBAL;
  case MemorySpace::Constant:
    return NVPTXAS::ADDRESS_SPACE_CONST;
  default:
    return NVPTXAS::ADDRESS_SPACE_LOCAL;
  }
}

/// Whether \p S loads or stores a register or a vector, in this block's memory.
static bool isPlainAccess(const Statement &S) {
  const OpcodeMeaning Meaning = meaningOf(S.Opcode);
  const auto Spaces = spacesOf(S.Opcode);
  return (Meaning.Memory == PtxMemoryKind::Load ||
          Meaning.Memory == PtxMemoryKind::Store) &&
         Spaces.size() <= 1 && !is_contained(Spaces, MemorySpace::Cluster) &&
         typeBits(typeOf(S.Opcode)) >= 8 && S.Operands.size() >= 2;
}

static uint64_t bytesOf(const Statement &S, unsigned Bits, size_t Elements) {
  return Bits / 8 * Elements;
}

bool FunctionLifter::access(const Statement &S) {
  if (!isPlainAccess(S))
    return false;
  const bool IsLoad = meaningOf(S.Opcode).Memory == PtxMemoryKind::Load;
  std::optional<Tokens> Inside = addressOf(S.Operands[IsLoad ? 1 : 0]);
  if (!Inside)
    return false;
  BasicBlock *Behind = enterIfGuarded(S);
  Value *Pointer = pointerTo(*Inside, addressSpaceOf(S));
  const unsigned Bits = typeBits(typeOf(S.Opcode));
  IsLoad ? load(S, Pointer, Bits) : store(S, Pointer, Bits);
  if (Behind)
    goTo(Behind);
  return true;
}

void FunctionLifter::load(const Statement &S, Value *Pointer, unsigned Bits) {
  const auto Elements = elementsOf(S.Operands[0]);
  Type *Each = B.getIntNTy(Bits);
  Type *All = Elements.size() == 1
                  ? Each
                  : FixedVectorType::get(Each, unsigned(Elements.size()));
  Value *Loaded = B.CreateAlignedLoad(
      All, Pointer, Align(PowerOf2Ceil(bytesOf(S, Bits, Elements.size()))),
      is_contained(S.Opcode, "volatile"));
  const bool IsSigned = typeOf(S.Opcode).starts_with("s");
  for (auto [I, Element] : enumerate(Elements)) {
    if (Element.size() != 1)
      continue;
    Value *V =
        Elements.size() == 1 ? Loaded : B.CreateExtractElement(Loaded, I);
    Registers.write(Element.front(),
                    fit(B, {V}, Registers.bitsOf(Element.front()), IsSigned));
  }
}

void FunctionLifter::store(const Statement &S, Value *Pointer, unsigned Bits) {
  const auto Elements = elementsOf(S.Operands[1]);
  Type *Each = B.getIntNTy(Bits);
  Value *All = UndefValue::get(
      Elements.size() == 1
          ? Each
          : FixedVectorType::get(Each, unsigned(Elements.size())));
  for (auto [I, Element] : enumerate(Elements)) {
    Value *V = fit(B, Registers.read(Element), Bits);
    if (!V)
      V = unknownValue(B, S.Text, Bits);
    All = Elements.size() == 1 ? V : B.CreateInsertElement(All, V, I);
  }
  B.CreateAlignedStore(All, Pointer,
                       Align(PowerOf2Ceil(bytesOf(S, Bits, Elements.size()))),
                       is_contained(S.Opcode, "volatile"));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// The address of what \p Operand of a call names: a parameter that was
/// declared for it, or a place of its own for a register or a number.
Value *FunctionLifter::passed(Tokens Operand, bool IsReturned) {
  if (Operand.size() == 1)
    if (Value *Address = Registers.addressOf(Operand.front().Text))
      return Address;
  Value *V = IsReturned ? nullptr : Registers.read(Operand).V;
  AllocaInst *Place = variable(16, 16);
  if (V)
    B.CreateStore(V, Place);
  return Place;
}

/// call (results), function, (operands);
void FunctionLifter::call(const Statement &S) {
  auto ListOf = [](Tokens T) {
    return T.size() < 2 || !T.front().is('(')
               ? std::optional<SmallVector<Tokens, 4>>()
               : splitAtCommas(T.drop_front().drop_back());
  };
  ArrayRef<Tokens> Rest = S.Operands;
  SmallVector<Tokens, 4> Results, Given;
  if (!Rest.empty())
    if (auto List = ListOf(Rest.front())) {
      Results = *List;
      Rest = Rest.drop_front();
    }
  if (Rest.empty())
    return In.Text.fail(S.Run.front(), messages::PtxMalformed(S.Text));
  const Token Callee = Rest.front().front();
  if (Rest.size() > 1)
    if (auto List = ListOf(Rest[1]))
      Given = *List;
  BasicBlock *Behind = enterIfGuarded(S);
  SmallVector<Value *, 8> Arguments;
  for (Tokens Result : Results)
    Arguments.push_back(passed(Result, /*IsReturned=*/true));
  for (Tokens Operand : Given)
    Arguments.push_back(passed(Operand, /*IsReturned=*/false));
  auto *Ty = FunctionType::get(
      B.getVoidTy(), SmallVector<Type *, 8>(Arguments.size(), B.getPtrTy()),
      /*isVarArg=*/false);
  Value *Called = In.Names.lookup(Callee.Text);
  auto *Known = dyn_cast_or_null<Function>(Called);
  if (Known && Known->getFunctionType() != Ty)
    return In.Text.fail(
        Callee, messages::PtxWrongCall(Twine(Arguments.size()), Callee.Text,
                                       Twine(Known->arg_size())));
  if (!Known) {
    Value *Address = Registers.read(Rest.front()).V;
    if (!Address)
      return In.Text.fail(Callee, messages::PtxNotDeclared(Callee.Text));
    Called = B.CreateIntToPtr(Address, B.getPtrTy());
  }
  B.CreateCall(Ty, Called, Arguments);
  for (auto [Result, Place] : zip(Results, Arguments))
    if (!Registers.addressOf(Result.front().Text))
      Registers.write(Result.front(),
                      B.CreateLoad(B.getIntNTy(std::max(
                                       Registers.bitsOf(Result.front()), 8u)),
                                   Place));
  if (Behind)
    goTo(Behind);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void FunctionLifter::write(const Statement &S, ArrayRef<Value *> Results,
                           Value *Guard) {
  for (auto [Destination, V] : zip(destinationsOf(S), Results))
    if (V)
      Registers.write(Destination, V, Guard);
}

void FunctionLifter::executeRegisters(const Statement &S) {
  Value *Guard = guardOf(S);
  Results Lifted = liftInstruction(S, Guard, Registers, B);
  if (Lifted.empty() && S.Opcode.size() > 1 && destinationsOf(S).size() == 1) {
    Evaluation E(S, Guard, Registers, B);
    if (Value *V = liftFloat(E))
      Lifted.push_back(V);
  }
  if (!Lifted.empty())
    return write(S, Lifted, Guard);
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

/// A statement that goes on where another begins lacks its end.
void FunctionLifter::check(const Statement &S) {
  for (size_t I = 1; I < S.Run.size(); ++I) {
    const Token &Before = S.Run[I - 1];
    const bool MayGoOn = Before.Kind == TokenKind::Punctuation &&
                         !Before.is(')') && !Before.is(']') && !Before.is('}');
    if (S.Run[I].StartsLine && S.Run[I].Kind == TokenKind::Word && !MayGoOn)
      return In.Text.fail(S.Run[I], messages::PtxNoSemicolon(S.Run[I].Text));
  }
}

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
    if (S.Name == "loc")
      In.Where.take(S);
    else if (S.Name == "file")
      readFile(S.Run, In.Text);
    return;
  case StatementKind::Malformed:
    return In.Text.fail(S.Run.front(), messages::PtxMalformed(S.Text));
  case StatementKind::Instruction:
    check(S);
    B.SetCurrentDebugLocation(In.Where.of(S));
    return executeInstruction(S);
  }
}

void FunctionLifter::lift() {
  In.Where.startFunction(F, Text);
  B.SetInsertPoint(Entry);
  bindParameters();
  findLabels();
  goTo(newBlock());
  for (const Statement &S : Statements) {
    if (In.Text.Problem)
      return;
    execute(S);
  }
  if (!B.GetInsertBlock()->getTerminator())
    returnFromHere();
  for (BasicBlock &Block : F)
    if (!Block.getTerminator())
      new UnreachableInst(F.getContext(), &Block);
  EliminateUnreachableBlocks(F);
  DominatorTree DT(F);
  PromoteMemToReg(Registers.variables(), DT);
}

void warplint::ptx::liftFunction(const FunctionText &Text, Function &F,
                                 LiftedModule &In) {
  FunctionLifter(Text, F, In).lift();
}
