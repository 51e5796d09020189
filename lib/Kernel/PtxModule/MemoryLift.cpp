//===- MemoryLift.cpp - Loads, stores and calls of a function -------------===//

#include "FunctionLifter.h"
#include "Kernel/Ptx/Opcodes.h"
#include "Modifiers.h"
#include "warplint/Messages/Ptx.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

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
         hasKnownModifiers(S) && Spaces.size() <= 1 &&
         !is_contained(Spaces, MemorySpace::Cluster) &&
         typeBits(typeOf(S.Opcode)) >= 8 && S.Operands.size() >= 2;
}

/// Of a register or a vector.
static Type *elementsType(Type *Each, size_t Elements) {
  return Elements == 1 ? Each : FixedVectorType::get(Each, unsigned(Elements));
}

/// Accesses are aligned to what they move.
static Align alignOf(Type *Moved) {
  return Align(PowerOf2Ceil(Moved->getPrimitiveSizeInBits() / 8));
}

bool FunctionLifter::access(const Statement &S) {
  if (!isPlainAccess(S))
    return false;
  const bool IsLoad = meaningOf(S.Opcode).Memory == PtxMemoryKind::Load;
  std::optional<Tokens> Inside = addressOf(S.Operands[IsLoad ? 1 : 0]);
  if (!Inside)
    return false;
  unsigned Wanted = 1;
  for (StringRef Word : S.Opcode)
    Wanted = std::max(Wanted, vectorLength(Word));
  unsigned Bits = typeBits(typeOf(S.Opcode));
  Tokens Moved = S.Operands[IsLoad ? 0 : 1];
  if (Wanted > 1 && Moved.size() == 1 &&
      Registers.bitsOf(Moved.front()) == Wanted * Bits) // .reg .v4 .f32 v;
    Bits *= std::exchange(Wanted, 1);
  if (elementsOf(Moved).size() != Wanted) {
    In.Text.fail(S.Run.front(),
                 messages::PtxExpected("a vector of " + Twine(Wanted)));
    return true;
  }
  BasicBlock *Behind = enterIfGuarded(S);
  Value *Pointer = pointerTo(*Inside, addressSpaceOf(S));
  IsLoad ? load(S, Pointer, Bits) : store(S, Pointer, Bits);
  if (Behind)
    goTo(Behind);
  return true;
}

/// ptxas moves it nowhere, and joins it with nothing.
static bool isOrdered(const Statement &S) {
  return any_of(S.Opcode, [](StringRef Word) {
    return is_contained({"volatile", "relaxed", "acquire", "release", "mmio"},
                        Word);
  });
}

void FunctionLifter::load(const Statement &S, Value *Pointer, unsigned Bits) {
  const auto Elements = elementsOf(S.Operands[0]);
  Type *All = elementsType(B.getIntNTy(Bits), Elements.size());
  Value *Loaded = B.CreateAlignedLoad(All, Pointer, alignOf(All), isOrdered(S));
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
  Value *All =
      UndefValue::get(elementsType(B.getIntNTy(Bits), Elements.size()));
  for (auto [I, Element] : enumerate(Elements)) {
    Value *V = fit(B, Registers.read(Element), Bits);
    if (!V)
      V = unknownValue(B, S.Text, Bits);
    All = Elements.size() == 1 ? V : B.CreateInsertElement(All, V, I);
  }
  B.CreateAlignedStore(All, Pointer, alignOf(All->getType()), isOrdered(S));
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
  if (isa_and_nonnull<GlobalVariable>(Registers.addressOf(Callee.Text)))
    return In.Text.fail(Callee, messages::PtxNotDeclared(Callee.Text));
  if (Rest.size() > 1)
    if (auto List = ListOf(Rest[1]))
      Given = *List;
  BasicBlock *Behind = enterIfGuarded(S);
  SmallVector<Value *, 8> ResultPlaces, Places;
  for (Tokens Result : Results)
    ResultPlaces.push_back(passed(Result, /*IsReturned=*/true));
  for (Tokens Operand : Given)
    Places.push_back(passed(Operand, /*IsReturned=*/false));
  if (auto *Known = dyn_cast_or_null<Function>(In.Names.lookup(Callee.Text)))
    callKnown(*Known, Callee, ResultPlaces, Places);
  else if (Value *Address = Registers.read(Rest.front()).V)
    callUnknown(Address, ResultPlaces, Places);
  else
    return In.Text.fail(Callee, messages::PtxNotDeclared(Callee.Text));
  for (auto [Result, Place] : zip(Results, ResultPlaces))
    if (!Registers.addressOf(Result.front().Text))
      Registers.write(Result.front(),
                      B.CreateLoad(B.getIntNTy(std::max(
                                       Registers.bitsOf(Result.front()), 8u)),
                                   Place));
  if (Behind)
    goTo(Behind);
}

/// What it may write is what it gets the places of.
void FunctionLifter::callUnknown(Value *Address, ArrayRef<Value *> Results,
                                 ArrayRef<Value *> Given) {
  SmallVector<Value *, 8> Arguments(Results);
  append_range(Arguments, Given);
  auto *Ty = FunctionType::get(
      B.getVoidTy(), SmallVector<Type *, 8>(Arguments.size(), B.getPtrTy()),
      /*isVarArg=*/false);
  B.CreateCall(Ty, B.CreateIntToPtr(Address, B.getPtrTy()), Arguments);
}

void FunctionLifter::callKnown(Function &Callee, const Token &At,
                               ArrayRef<Value *> Results,
                               ArrayRef<Value *> Given) {
  const FunctionText &Of = *In.Functions.at(&Callee);
  if (Results.size() != Of.Returns.size() ||
      Given.size() != Of.Parameters.size())
    return In.Text.fail(At,
                        messages::PtxWrongCall(
                            Twine(Results.size() + Given.size()), At.Text,
                            Twine(Of.Returns.size() + Of.Parameters.size())));
  SmallVector<Value *, 8> Arguments;
  if (!returnsNumber(Of))
    append_range(Arguments, Results);
  for (auto [Parameter, Place] : zip(Of.Parameters, Given))
    Arguments.push_back(
        Of.Body || Parameter.IsArray
            ? Place
            : B.CreateLoad(Callee.getArg(unsigned(Arguments.size()))->getType(),
                           Place));
  Value *Result = B.CreateCall(&Callee, Arguments);
  if (returnsNumber(Of))
    B.CreateStore(Result, Results.front());
}
