//===- Residue.cpp - Statements that stay inline assembly -----------------===//

#include "Residue.h"
#include "Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

static constexpr const char *StatementKindName = "warplint.ptx";

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// As inline assembly spells it.
static std::string escaped(StringRef Text) {
  std::string Out;
  for (char C : Text)
    Out += C == '$' ? "$$" : std::string(1, C);
  return Out;
}

/// The constraint of a register of \p Bits.
static char letterOf(unsigned Bits) {
  for (char Letter : StringRef("bchlq"))
    if (registerBits(Letter) == Bits)
      return Letter;
  return 'r';
}

static CallInst *makeCall(StringRef Text, ArrayRef<Type *> Outputs,
                          ArrayRef<Value *> Inputs, const CallInst *Block,
                          Builder &B) {
  std::string Letters;
  auto Add = [&](StringRef Prefix, const Type *Ty) {
    Letters += Letters.empty() ? "" : ",";
    Letters += Prefix;
    Letters += letterOf(Ty->getIntegerBitWidth());
  };
  for (const Type *Ty : Outputs)
    Add("=", Ty);
  SmallVector<Type *, 8> Types;
  for (const Value *V : Inputs) {
    Types.push_back(V->getType());
    Add("", V->getType());
  }
  Type *Result = Outputs.empty() ? B.getVoidTy()
                 : Outputs.size() == 1
                     ? Outputs.front()
                     : StructType::get(B.getContext(), Outputs);
  auto *Ty = FunctionType::get(Result, Types, /*isVarArg=*/false);
  const bool HasSideEffects =
      !Block || cast<InlineAsm>(Block->getCalledOperand())->hasSideEffects();
  CallInst *Call = B.CreateCall(
      Ty, InlineAsm::get(Ty, Text, Letters, HasSideEffects), Inputs);
  if (!Block) {
    Call->setConvergent();
    Call->setDoesNotThrow();
    return Call;
  }
  Call->copyMetadata(*Block);
  Call->setAttributes(AttributeList::get(
      B.getContext(), AttributeList::FunctionIndex,
      AttrBuilder(B.getContext(), Block->getAttributes().getFnAttrs())));
  return Call;
}

namespace {
class Writer {
public:
  Writer(const Statement &S, RegisterFile &Registers, Builder &B)
      : S(S), Registers(Registers), B(B), Destinations(destinationsOf(S)) {
    for (const Token &T : Destinations)
      if (isOutput(T))
        Outputs.push_back(B.getIntNTy(widthOf(T)));
  }

  Residue write(Value *Guard, const CallInst *Block);

private:
  unsigned widthOf(const Token &Destination) const {
    if (unsigned Bits = Registers.bitsOf(Destination))
      return Bits;
    const unsigned Bits = typeBits(typeOf(S.Opcode));
    return std::max(Bits ? Bits : 32u, 8u);
  }
  bool isDestination(const Token &T) const {
    return !Registers.isMemory(T) && any_of(Destinations, [&](const Token &D) {
      return D.Text.data() == T.Text.data();
    });
  }
  bool isOutput(const Token &T) const {
    return T.Text != "_" && isDestination(T);
  }
  std::string input(Value *V) {
    Inputs.push_back(V);
    return "$" + std::to_string(Outputs.size() + Inputs.size() - 1);
  }
  std::string list(ArrayRef<Tokens> Pieces, bool IsAddress);
  std::string operand(Tokens Text, bool IsAddress = false);
  std::string value(Tokens Text);

  const Statement &S;
  RegisterFile &Registers;
  Builder &B;
  const SmallVector<Token, 8> Destinations;
  SmallVector<Type *, 8> Outputs;
  SmallVector<Value *, 8> Inputs;
  unsigned NextOutput = 0;
};
} // namespace

/// The first piece of an address is a number of bytes; coordinates follow it.
std::string Writer::list(ArrayRef<Tokens> Pieces, bool IsAddress) {
  std::string Out;
  for (Tokens Piece : Pieces)
    Out += (Out.empty() ? "" : ", ") + operand(Piece, IsAddress && Out.empty());
  return Out;
}

std::string Writer::value(Tokens Text) {
  if (Text.front().is('!'))
    if (Value *V = Registers.readPredicate(Text))
      return input(V);
  const Operand O = Registers.read(Text);
  if (!O.V) {
    // A literal of floating point, or the name of a function. A register that
    // was never written may count as anything.
    const bool IsWord = all_of(Text, [](const Token &T) {
      return T.Kind != TokenKind::Operand && !T.Text.contains(OperandOpen);
    });
    StringRef Whole(Text.front().Text.begin(),
                    size_t(Text.back().Text.end() - Text.front().Text.begin()));
    return IsWord ? escaped(Whole) : input(UndefValue::get(B.getInt32Ty()));
  }
  if (O.IsLiteral) {
    const int64_t N = cast<ConstantInt>(O.V)->getSExtValue();
    return input(fit(B, O, isInt<32>(N) || isUInt<32>(N) ? 32 : 64));
  }
  return input(O.V);
}

std::string Writer::operand(Tokens Text, bool IsAddress) {
  if (std::optional<Tokens> Inside = addressOf(Text))
    if (auto Pieces = splitAtCommas(*Inside))
      return "[" + list(*Pieces, /*IsAddress=*/true) + "]";
  if (isVector(Text))
    return "{" + list(elementsOf(Text), /*IsAddress=*/false) + "}";
  if (isDestination(Text.front())) { // Or two of them: p|q.
    std::string Out;
    for (const Token &T : Text)
      Out += isOutput(T) ? "$" + std::to_string(NextOutput++) : T.Text.str();
    return Out;
  }
  if (IsAddress || Registers.isMemory(Text)) {
    const Operand O = Registers.readAddress(Text);
    std::string Address = input(O.V ? O.V : unknownValue(B, O.Why, 64));
    return IsAddress ? Address : "[" + Address + "]";
  }
  return value(Text);
}

Residue Writer::write(Value *Guard, const CallInst *Block) {
  std::string Text;
  if (!S.Operands.empty())
    Text = " " + list(S.Operands, /*IsAddress=*/false);
  Text = join(S.Opcode, ".") + Text + ";";
  if (Guard)
    Text = "@" + input(Guard) + " " + Text;
  Residue R;
  R.Call = makeCall(Text, Outputs, Inputs, Block, B);
  describe(*R.Call, S.Text, 0);
  unsigned Field = 0;
  for (const Token &T : Destinations) {
    if (!isOutput(T))
      R.Results.push_back(nullptr);
    else if (Outputs.size() == 1)
      R.Results.push_back(R.Call);
    else
      R.Results.push_back(B.CreateExtractValue(R.Call, Field++));
  }
  return R;
}

Residue warplint::ptx::leaveStatement(const Statement &S, Value *Guard,
                                      const CallInst *Block,
                                      RegisterFile &Registers, Builder &B) {
  return Writer(S, Registers, B).write(Guard, Block);
}

CallInst *warplint::ptx::leaveText(StringRef Text, const CallInst &Block,
                                   Builder &B) {
  SmallVector<Value *, 8> Inputs;
  for (Value *V : Block.args())
    if (V->getType()->isIntegerTy() || V->getType()->isPointerTy())
      Inputs.push_back(V->getType()->isPointerTy()
                           ? B.CreatePtrToInt(V, B.getInt64Ty())
                           : V);
  CallInst *Call = makeCall(escaped(Text), {}, Inputs, &Block, B);
  describe(*Call, Text, 0);
  return Call;
}

CallInst *warplint::ptx::leaveComment(StringRef Text, const CallInst &Block,
                                      Builder &B) {
  std::string Comment;
  for (StringRef Line : split(Text, "\n"))
    if (!Line.trim().empty())
      Comment += "// " + escaped(Line.trim()) + "\n";
  return makeCall(Comment, {}, {}, &Block, B);
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void warplint::ptx::describe(CallInst &Call, StringRef Text, unsigned Part) {
  LLVMContext &C = Call.getContext();
  Call.setMetadata(StatementKindName,
                   MDNode::get(C, {MDString::get(C, Text),
                                   ConstantAsMetadata::get(ConstantInt::get(
                                       Type::getInt32Ty(C), Part))}));
}

/// "cluster_ctarank" of `mov.u32 $0, %cluster_ctarank`.
static std::string specialRegisterOf(const Statement &S) {
  if (S.Opcode.front() != "mov" || S.Operands.size() != 2)
    return "";
  Tokens From = S.Operands[1];
  const bool HasAxis = From.size() == 3 && From[1].is('.');
  if ((From.size() != 1 && !HasAxis) || From[0].Kind != TokenKind::Word ||
      !isSpecialRegister(From[0].Text, HasAxis ? From[2].Text : ""))
    return "";
  return From[0].Text.drop_front().str() +
         (HasAxis ? "." + From[2].Text.str() : "");
}

PtxStatement warplint::readPtxStatement(const CallBase &Call) {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  PtxStatement Result;
  if (const MDNode *Note = Call.getMetadata(StatementKindName)) {
    Result.Text = cast<MDString>(Note->getOperand(0))->getString().str();
    Result.Part = unsigned(
        mdconst::extract<ConstantInt>(Note->getOperand(1))->getZExtValue());
  }
  const Program Text(Asm->getAsmString());
  if (Text.Statements.empty()) {
    // An unknown value says why in a comment.
    SmallVector<StringRef, 4> Pieces;
    StringRef(Asm->getAsmString()).substr(3).split(Pieces, "$$");
    Result.Text = join(Pieces, "$");
    return Result;
  }
  const Statement &S = Text.Statements.front();
  if (Result.Text.empty())
    Result.Text = S.Text;
  if (S.Kind != StatementKind::Instruction) {
    Result.IsUnread = true;
    return Result;
  }
  const Constraints OfCall = readConstraints(Asm->getConstraintString());
  Result.Opcode = join(S.Opcode, ".");
  if (S.hasGuard())
    Result.Guard = argumentOf(S.Guard, OfCall);
  const OpcodeClass Class = meaningOf(S.Opcode).Class;
  if (Class == OpcodeClass::Register)
    Result.SpecialRegister = specialRegisterOf(S);
  if (Class == OpcodeClass::Memory)
    Result.Memory = describeMemoryOp(S, OfCall, Call);
  Result.IsUnread = (Class == OpcodeClass::Memory && !Result.Memory) ||
                    Class == OpcodeClass::Call || Class == OpcodeClass::Unknown;
  return Result;
}
