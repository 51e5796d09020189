//===- Registers.cpp - What the registers of a block hold -----------------===//

#include "Registers.h"
#include "Opcodes.h"
#include "warplint/Support/Infix.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

static unsigned widthOf(const Value *V) {
  return V->getType()->getIntegerBitWidth();
}

static Operand notKnown(std::string Why) { return {nullptr, false, Why}; }

Value *warplint::ptx::fit(Builder &B, const Operand &O, unsigned Bits,
                          bool Signed) {
  if (!O.V || Bits == 0)
    return O.V;
  return B.CreateIntCast(O.V, B.getIntNTy(Bits), Signed || O.IsLiteral);
}

CallInst *warplint::ptx::unknownValue(Builder &B, StringRef Cause,
                                      unsigned Bits) {
  std::string Comment = "// " + Cause.str();
  for (size_t I = 0; (I = Comment.find('$', I)) != std::string::npos; I += 2)
    Comment.insert(I, 1, '$');
  auto *Type = FunctionType::get(B.getIntNTy(Bits), /*isVarArg=*/false);
  CallInst *Call = B.CreateCall(
      Type, InlineAsm::get(Type, Comment, "=r", /*hasSideEffects=*/true));
  Call->setDoesNotThrow();
  // Two of them are two values, even where their cause is the same.
  Call->setOnlyAccessesInaccessibleMemory();
  return Call;
}

//===----------------------------------------------------------------------===//
// Constant expressions and sums
//===----------------------------------------------------------------------===//

namespace {
struct InfixOperator {
  char Sign;
  unsigned Strength; ///< How tightly it binds.
  Instruction::BinaryOps Code;
  bool isDoubled() const { return Sign == '<' || Sign == '>'; }
};
} // namespace

static constexpr InfixOperator InfixOperators[] = {
    {'|', 1, Instruction::Or},   {'^', 2, Instruction::Xor},
    {'&', 3, Instruction::And},  {'<', 4, Instruction::Shl},
    {'>', 4, Instruction::AShr}, {'+', 5, Instruction::Add},
    {'-', 5, Instruction::Sub},  {'*', 6, Instruction::Mul},
    {'/', 6, Instruction::SDiv}, {'%', 6, Instruction::SRem},
};

namespace warplint::ptx {
/// Reads `a + 4*(2 + b)` from tokens.
class ExpressionReader {
public:
  ExpressionReader(RegisterFile &Registers, Tokens Rest, bool IsAddress)
      : Registers(Registers), B(Registers.B), Rest(Rest), IsAddress(IsAddress) {
  }

  Operand readAll() {
    Operand O = readInfix(*this);
    return Rest.empty() ? O : notRead();
  }

  // For readInfix.
  const InfixOperator *nextOperator() const {
    if (Rest.empty() || Rest[0].Kind != TokenKind::Punctuation)
      return nullptr;
    const auto *Op = find_if(InfixOperators, [&](const InfixOperator &O) {
      return Rest[0].is(O.Sign) &&
             (!O.isDoubled() || (Rest.size() > 1 && Rest[1].is(O.Sign)));
    });
    return Op == std::end(InfixOperators) ? nullptr : Op;
  }

  Operand apply(const InfixOperator &Op, const Operand &Left,
                function_ref<Operand()> Read) {
    Rest = Rest.drop_front(Op.isDoubled() ? 2 : 1);
    return apply(Op.Code, Left, Read());
  }

  Operand readOperand() {
    if (Rest.empty() || ++Depth > MaxDepth)
      return notRead();
    const Token T = Rest.front();
    Rest = Rest.drop_front();
    Operand O;
    if (T.is('-'))
      O = apply(Instruction::Mul, literal(-1), readOperand());
    else if (T.is('+'))
      O = readOperand();
    else if (T.is('~'))
      O = apply(Instruction::Xor, literal(-1), readOperand());
    else if (T.is('('))
      O = readParenthesized();
    else
      O = readLeaf(T);
    --Depth;
    return O;
  }

private:
  static Operand notRead() { return notKnown("a constant without a value"); }
  Operand literal(int64_t Number) const {
    return {B.getInt64(uint64_t(Number)), /*IsLiteral=*/true, {}};
  }

  Operand readParenthesized() {
    Operand O = readInfix(*this);
    if (Rest.empty() || !Rest.front().is(')'))
      return notRead();
    Rest = Rest.drop_front();
    return O;
  }

  Operand readLeaf(const Token &T) {
    Operand O = Registers.readLeaf(T, takeComponent());
    if (IsAddress && !O.IsLiteral && O.V && widthOf(O.V) < 64)
      O.V = B.CreateZExt(O.V, B.getInt64Ty());
    return O;
  }

  /// The `x` of `%tid.x`.
  StringRef takeComponent() {
    if (Rest.size() < 2 || !Rest[0].is('.') || Rest[1].Kind != TokenKind::Word)
      return "";
    StringRef Component = Rest[1].Text;
    Rest = Rest.drop_front(2);
    return Component;
  }

  Operand apply(Instruction::BinaryOps Op, const Operand &L, const Operand &R);

  static constexpr unsigned MaxDepth = 64; // Bounds recursion on hostile text.
  RegisterFile &Registers;
  Builder &B;
  Tokens Rest;
  bool IsAddress;
  unsigned Depth = 0;
};
} // namespace warplint::ptx

Operand ExpressionReader::apply(Instruction::BinaryOps Op, const Operand &L,
                                const Operand &R) {
  if (!L.V || !R.V)
    return L.V ? R : L;
  if (L.IsLiteral && R.IsLiteral) {
    // Poison where it is not defined.
    auto *Folded = dyn_cast<ConstantInt>(B.CreateBinOp(Op, L.V, R.V));
    return Folded ? Operand{Folded, true} : notRead();
  }
  if (Op != Instruction::Add && Op != Instruction::Sub &&
      Op != Instruction::Mul)
    return notRead();
  const unsigned Bits = L.IsLiteral   ? widthOf(R.V)
                        : R.IsLiteral ? widthOf(L.V)
                                      : std::max(widthOf(L.V), widthOf(R.V));
  // 32 bits and a literal of no more do not leave 64.
  auto IsNarrow = [](const Operand &O) {
    return isa<ZExtInst>(O.V) ||
           (O.IsLiteral && cast<ConstantInt>(O.V)->getValue().isSignedIntN(33));
  };
  Value *V = B.CreateBinOp(Op, fit(B, L, Bits), fit(B, R, Bits));
  auto *I = dyn_cast<BinaryOperator>(V);
  if (I && IsAddress && Op != Instruction::Mul && IsNarrow(L) && IsNarrow(R))
    I->setHasNoSignedWrap();
  return {V};
}

//===----------------------------------------------------------------------===//
// Special registers: PTX ISA 9.0, section 10
//===----------------------------------------------------------------------===//

/// Not %clock, %globaltimer and %pm, which change while the thread runs.
bool warplint::ptx::isSpecialRegister(StringRef Word, StringRef Component) {
  if (!Component.empty())
    return is_contained({"x", "y", "z"}, Component) &&
           is_contained({"%tid", "%ntid", "%ctaid", "%nctaid", "%clusterid",
                         "%nclusterid", "%cluster_ctaid", "%cluster_nctaid"},
                        Word);
  return Word.starts_with("%envreg") ||
         Word.starts_with("%reserved_smem_offset") ||
         is_contained({"%laneid", "%warpid", "%nwarpid", "%smid", "%nsmid",
                       "%gridid", "%cluster_ctarank", "%cluster_nctarank",
                       "%is_explicit_cluster", "%lanemask_eq", "%lanemask_le",
                       "%lanemask_lt", "%lanemask_ge", "%lanemask_gt",
                       "%total_smem_size", "%aggr_smem_size",
                       "%dynamic_smem_size", "%current_graph_exec"},
                      Word);
}

/// LLVM has intrinsics for most. What it spells in another way than PTX, so
/// that a message would, stays a move.
static Value *readSpecialRegister(Builder &B, StringRef Word,
                                  StringRef Component) {
  std::string Name = Word.drop_front().str();
  if (!Component.empty())
    Name += "." + Component.str();
  std::string OfLlvm = "llvm.nvvm.read.ptx.sreg." + Name;
  if (Word.starts_with("%lanemask_"))
    OfLlvm[OfLlvm.find('_')] = '.';
  const Intrinsic::ID ID = Intrinsic::lookupIntrinsicID(OfLlvm);
  if (ID != Intrinsic::not_intrinsic && Intrinsic::getName(ID) == OfLlvm) {
    CallInst *Call = B.CreateIntrinsic(ID, {});
    if (Call->getType()->isIntegerTy(32))
      return Call;
    Call->eraseFromParent();
  }
  const bool IsWide = Word == "%gridid" || Word == "%current_graph_exec";
  auto *Type = FunctionType::get(B.getIntNTy(IsWide ? 64 : 32), false);
  CallInst *Move = B.CreateCall(
      Type, InlineAsm::get(
                Type, (IsWide ? "mov.u64 $0, %" : "mov.u32 $0, %") + Name + ";",
                IsWide ? "=l" : "=r", /*hasSideEffects=*/false));
  Move->setDoesNotAccessMemory();
  Move->setDoesNotThrow();
  return Move;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

RegisterFile::RegisterFile(CallInst &Block, Builder &B)
    : Block(&Block), B(B),
      OfBlock(readConstraints(
          cast<InlineAsm>(Block.getCalledOperand())->getConstraintString())),
      Scopes(1) {
  B.SetInsertPoint(&Block);
  for (const AsmOperand &O : OfBlock.Operands)
    OperandValues.push_back(
        O.Argument && *O.Argument < Block.arg_size() && !O.IsMemory
            ? valueOfArgument(Block.getArgOperand(*O.Argument), O.Bits)
            : nullptr);
}

RegisterFile::RegisterFile(Function &F, const StringMap<Value *> &OfModule,
                           Builder &B)
    : Entry(&F.getEntryBlock()), OfModule(&OfModule), B(B), Scopes(1) {}

RegisterFile::Register RegisterFile::made(Value *V, unsigned Bits) {
  if (!Entry)
    return {V, Bits};
  Bits = Bits ? Bits : 32;
  IRBuilder<> AtEntry(Entry, Entry->begin());
  Variables.push_back(AtEntry.CreateAlloca(AtEntry.getIntNTy(Bits)));
  return {nullptr, Bits, Variables.back()};
}

Value *RegisterFile::addressOf(StringRef Name) const {
  for (const Scope &S : reverse(Scopes))
    if (Value *Address = S.Variables.lookup(Name))
      return Address;
  return OfModule ? OfModule->lookup(Name) : nullptr;
}

/// The bits of an argument; null for what has none.
Value *RegisterFile::valueOfArgument(Value *Argument, unsigned Bits) {
  Type *Ty = Argument->getType();
  const unsigned Size = Ty->getPrimitiveSizeInBits().getKnownMinValue();
  if (Ty->isPointerTy())
    Argument = B.CreatePtrToInt(Argument, B.getInt64Ty());
  else if (!Ty->isIntegerTy() && Size > 0)
    Argument = B.CreateBitCast(Argument, B.getIntNTy(Size));
  else if (!Ty->isIntegerTy())
    return nullptr;
  return Bits == 0 ? Argument
                   : B.CreateZExtOrTrunc(Argument, B.getIntNTy(Bits));
}

RegisterFile::Register *RegisterFile::find(StringRef Name) {
  // r12 of `.reg .b32 r<16>`.
  StringRef Prefix = Name.rtrim("0123456789");
  unsigned Index = 0;
  const bool IsNumbered =
      !Name.drop_front(Prefix.size()).getAsInteger(10, Index);
  for (Scope &S : reverse(Scopes)) {
    auto Found = S.Registers.find(Name);
    if (Found != S.Registers.end())
      return &Found->second;
    auto InRange = IsNumbered ? S.Ranges.find(Prefix) : S.Ranges.end();
    if (InRange != S.Ranges.end() && Index < InRange->second.Count)
      return &(S.Registers[Name] = made(nullptr, InRange->second.Bits));
  }
  return nullptr;
}

bool RegisterFile::isOfInnermost(StringRef Name) const {
  const Scope &S = Scopes.back();
  StringRef Prefix = Name.rtrim("0123456789");
  unsigned Index = 0;
  auto InRange = S.Ranges.find(Prefix);
  return S.Registers.contains(Name) ||
         (InRange != S.Ranges.end() &&
          !Name.drop_front(Prefix.size()).getAsInteger(10, Index) &&
          Index < InRange->second.Count);
}

const AsmOperand *RegisterFile::operandOf(const Token &T,
                                          unsigned &Number) const {
  if (T.Kind != TokenKind::Operand || T.Number >= OfBlock.Operands.size())
    return nullptr;
  Number = OfBlock.Operands[T.Number].TiedTo.value_or(T.Number);
  return &OfBlock.Operands[Number];
}

Operand RegisterFile::readWord(StringRef Word, StringRef Component) {
  if (const Register *R = find(Word)) {
    Value *V =
        R->Variable ? B.CreateLoad(B.getIntNTy(R->Bits), R->Variable) : R->V;
    if (!V)
      return notKnown(readableText(Word) + " is never written");
    return Component.empty() ? Operand{V} : notKnown(readableText(Word));
  }
  if (Value *Address = addressOf(Word))
    return {B.CreatePtrToInt(Address, B.getInt64Ty())};
  if (Word == "WARP_SZ" && Component.empty()) // Always 32 so far.
    return {B.getInt64(32), /*IsLiteral=*/true, {}};
  if (isSpecialRegister(Word, Component))
    return {readSpecialRegister(B, Word, Component)};
  if (Block && !Word.starts_with("%") && Component.empty())
    // A variable of the module: its address.
    if (GlobalVariable *G =
            Block->getModule()->getNamedGlobal(readableText(Word)))
      return {B.CreatePtrToInt(G, B.getInt64Ty())};
  return notKnown(readableText(Word));
}

Operand RegisterFile::readLeaf(const Token &Leaf, StringRef Component) {
  unsigned Number = 0;
  if (Leaf.Kind == TokenKind::Word)
    return readWord(Leaf.Text, Component);
  if (Leaf.Kind == TokenKind::Number && Component.empty()) {
    uint64_t Literal = 0;
    if (!Leaf.Text.rtrim("Uu").getAsInteger(0, Literal))
      return {B.getInt64(Literal), /*IsLiteral=*/true, {}};
    // The bits of a float or a double.
    StringRef Digits = Leaf.Text;
    const bool IsFloat = Digits.consume_front_insensitive("0f");
    if ((IsFloat || Digits.consume_front_insensitive("0d")) &&
        !Digits.getAsInteger(16, Literal))
      return {IsFloat ? B.getInt32(uint32_t(Literal)) : B.getInt64(Literal)};
  } else if (const AsmOperand *O = operandOf(Leaf, Number);
             O && Component.empty()) {
    Value *V = OperandValues[Number];
    if (!V)
      return notKnown(readableText(Leaf.Text) + " is never written");
    const auto *Immediate = dyn_cast<ConstantInt>(V);
    if (O->IsImmediate && Immediate && Immediate->getBitWidth() <= 64)
      return {B.getInt64(uint64_t(Immediate->getSExtValue())), true};
    return {V};
  }
  return notKnown(readableText(Leaf.Text));
}

Operand RegisterFile::read(Tokens Text) {
  return ExpressionReader(*this, Text, /*IsAddress=*/false).readAll();
}

bool RegisterFile::isMemory(Tokens Text) const {
  unsigned Number = 0;
  const AsmOperand *O =
      Text.size() == 1 ? operandOf(Text.front(), Number) : nullptr;
  return O && O->IsMemory && *O->Argument < Block->arg_size();
}

Operand RegisterFile::readAddress(Tokens Text) {
  unsigned Number = 0;
  if (isMemory(Text)) {
    const AsmOperand &O = *operandOf(Text.front(), Number);
    return {valueOfArgument(Block->getArgOperand(*O.Argument), 64)};
  }
  Operand Address = ExpressionReader(*this, Text, /*IsAddress=*/true).readAll();
  Address.V = fit(B, Address, 64);
  return Address;
}

Value *RegisterFile::readPredicate(Tokens Text) {
  const bool Negate = !Text.empty() && Text.front().is('!');
  Value *V = read(Negate ? Text.drop_front() : Text).V;
  if (!V)
    return nullptr;
  // One that came in as a number: any but zero is true.
  if (!V->getType()->isIntegerTy(1))
    V = B.CreateIsNotNull(V);
  return Negate ? B.CreateNot(V) : V;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void RegisterFile::closeScope() {
  if (Scopes.size() > 1) // A stray } is not ours to punish.
    Scopes.pop_back();
}

void RegisterFile::declare(const Statement &Declaration, bool InLoop) {
  // A variable of the block has an unknown address.
  if (Declaration.Opcode.front() != "reg")
    return;
  StringRef Type = Declaration.Opcode.back();
  unsigned Bits = Type == "pred" ? 1 : typeBits(Type);
  // A vector is one wide register, of which no part is known.
  for (StringRef Word : Declaration.Opcode)
    Bits *= std::max(vectorLength(Word), 1u);
  for (Tokens Declared : Declaration.Operands) {
    StringRef Name = Declared.front().Text;
    unsigned Count = 0;
    if (Declared.size() >= 3 && Declared[1].is('<') &&
        !Declared[2].Text.getAsInteger(10, Count)) {
      Scopes.back().Ranges[Name] = {Count, Bits};
      continue;
    }
    Value *V = InLoop ? unknownValue(B, readableText(Name), Bits ? Bits : 32)
                      : nullptr;
    Scopes.back().Registers[Name] = made(V, Bits);
  }
}

unsigned RegisterFile::bitsOf(const Token &Destination) {
  unsigned Number = 0;
  if (const AsmOperand *O = operandOf(Destination, Number))
    return O->Bits;
  const Register *R = find(Destination.Text);
  return R ? R->Bits : 0;
}

void RegisterFile::writeVariable(StringRef Name, Value *New, Value *Guard) {
  Register *R = find(Name);
  if (!R)
    R = &(Scopes.front().Registers[Name] = made(nullptr, widthOf(New)));
  New = fit(B, {New}, R->Bits);
  if (Guard)
    New = B.CreateSelect(Guard, New,
                         B.CreateLoad(B.getIntNTy(R->Bits), R->Variable));
  B.CreateStore(New, R->Variable);
}

void RegisterFile::write(const Token &Destination, Value *New, Value *Guard) {
  Value **Slot = nullptr;
  unsigned Number = 0;
  if (Entry) {
    if (Destination.Kind == TokenKind::Word && Destination.Text != "_")
      writeVariable(Destination.Text, New, Guard);
    return;
  }
  if (const AsmOperand *O = operandOf(Destination, Number)) {
    if (O->IsMemory || O->IsImmediate)
      return;
    Slot = &OperandValues[Number];
  } else if (Destination.Kind != TokenKind::Word || Destination.Text == "_") {
    return;
  } else if (Register *R = find(Destination.Text)) {
    Slot = &R->V;
  } else {
    Slot = &Scopes.front().Registers[Destination.Text].V;
  }
  if (Guard && *Slot) {
    const unsigned Bits = std::max(widthOf(New), widthOf(*Slot));
    New = B.CreateSelect(Guard, fit(B, {New}, Bits), fit(B, {*Slot}, Bits));
  }
  *Slot = New;
}
