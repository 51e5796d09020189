//===- Lift.cpp - Walks an inline PTX block -------------------------------===//
//
// One pass in program order over the statements, with the register file and
// with the conditions under which the current point is reached.
//
// Branches. A forward branch `@p bra L` skips what stands before L: until then
// statements run in the lanes where p does not hold, and what they write is
// unknown from L on. A branch backward to L makes a loop: registers that the
// loop writes are unknown at L.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "Residue.h"
#include "warplint/Kernel/InlinePtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

static constexpr const char *PartOfBlock = "warplint.ptx.part",
                            *UntilTrue = "warplint.ptx.until";
/// Instructions that one block becomes; what comes after them is unknown.
/// Deeper than any index is computed: bounds the recursion of those who follow
/// values.
static constexpr unsigned MaxLifted = 4096;

namespace {
/// A branch forward whose label was not reached yet.
struct Skip {
  StringRef Label; ///< Empty: leaves the block.
  Value *Executes; ///< True in the lanes that did not branch.
};

class BlockLifter {
public:
  explicit BlockLifter(CallInst &Block)
      : Block(Block), Asm(*cast<InlineAsm>(Block.getCalledOperand())),
        Text(Asm.getAsmString()),
        B(Block.getContext(), InstSimplifyFolder(Block.getDataLayout()),
          IRBuilderCallbackInserter([this](Instruction *I) {
            ++NumLifted;
            I->setMetadata(PartOfBlock, MDNode::get(I->getContext(), {}));
          })),
        Registers(Block, B) {}

  void lift();

private:
  void findLoops();
  void execute(const Statement &S);
  void executeInstruction(const Statement &S);
  void executeRegisters(const Statement &S);
  void leave(const Statement &S, OpcodeClass Class);
  void branch(const Statement &S, bool LeavesBlock);
  bool isRepeatedUntilTrue() const;
  void reachLabel(StringRef Label);
  void write(const Statement &S, ArrayRef<Value *> Results, Value *Guard,
             bool IsUnknown = false);
  void forget(const Statement &S, StringRef Why);
  unsigned widthOf(const Token &Destination) {
    const unsigned Bits = Registers.bitsOf(Destination);
    return Bits ? Bits : 32;
  }
  Value *ownGuard(const Statement &S);
  Value *guardOf(const Statement &S);
  Value *outputAs(unsigned Number, Type *Ty);
  void replaceResults();
  void chooseHead();

  CallInst &Block;
  const InlineAsm &Asm;
  Program Text;
  unsigned NumLifted = 0;
  Builder B;
  RegisterFile Registers;
  /// Number of the statement under execution.
  size_t Current = 0;
  StringMap<size_t> LabelAt;
  /// Label to the last branch to it that stands behind it.
  StringMap<size_t> LoopEnds;
  StringMap<unsigned> BranchTargets;
  size_t LoopsReachTo = 0;
  SmallVector<Skip, 2> Skips;
  /// Written since the first of Skips.
  SmallVector<Token, 8> WrittenUnderSkip;
  /// The first statement that stays.
  CallInst *FirstLeft = nullptr;
  /// Those that may access shared memory, and those that access others.
  SmallVector<std::pair<CallInst *, const Statement *>, 4> Accesses,
      OtherAccesses;
};
} // namespace

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// The label of `bra L`, empty for `brx.idx` and `bra $l1`.
static StringRef targetOf(const Statement &S) {
  if (S.Opcode.front() != "bra" || S.Operands.size() != 1 ||
      S.Operands[0].size() != 1 || S.Operands[0][0].Kind != TokenKind::Word)
    return "";
  return S.Operands[0][0].Text;
}

static bool isBranch(const Statement &S) {
  return S.Kind == StatementKind::Instruction &&
         meaningOf(S.Opcode).Class == OpcodeClass::Branch;
}

void BlockLifter::findLoops() {
  std::optional<size_t> LastIndirect;
  for (auto [I, S] : enumerate(Text.Statements)) {
    if (S.Kind == StatementKind::Label)
      LabelAt[S.Name] = I;
    if (!isBranch(S))
      continue;
    StringRef Target = targetOf(S);
    ++BranchTargets[Target];
    auto Label = LabelAt.find(Target);
    if (Target.empty())
      LastIndirect = I;
    else if (Label != LabelAt.end())
      LoopEnds[Target] = I;
  }
  if (!LastIndirect)
    return;
  for (const auto &Label : LabelAt) { // An indirect branch may go to any label.
    ++BranchTargets[Label.first()];
    if (Label.second < *LastIndirect)
      LoopEnds[Label.first()] =
          std::max(LoopEnds.lookup(Label.first()), *LastIndirect);
  }
}

/// Behind the current statement, which writes a predicate P:
///
///   @P bra DONE; bra BACK;     or     @!P bra BACK;
bool BlockLifter::isRepeatedUntilTrue() const {
  const auto Destinations = destinationsOf(Text.Statements[Current]);
  if (Destinations.size() != 1 || Current + 2 >= Text.Statements.size())
    return false;
  const Statement &Next = Text.Statements[Current + 1],
                  &Last = Text.Statements[Current + 2];
  auto GoesBack = [&](const Statement &S) {
    auto Label = LabelAt.find(targetOf(S));
    return Label != LabelAt.end() && Label->second < Current;
  };
  if (!isBranch(Next) || Next.Guard.Text != Destinations.front().Text)
    return false;
  if (Next.GuardNegated)
    return GoesBack(Next);
  return isBranch(Last) && !Last.hasGuard() && GoesBack(Last) &&
         !targetOf(Next).empty() && !GoesBack(Next);
}

void BlockLifter::branch(const Statement &S, bool LeavesBlock) {
  StringRef Target = LeavesBlock ? "" : targetOf(S);
  auto Label = LabelAt.find(Target);
  if (!LeavesBlock && Label != LabelAt.end() && Label->second < Current)
    return; // Backward: in the end every lane falls through.
  Value *Executes = S.hasGuard() ? B.CreateNot(ownGuard(S))
                                 : unknownValue(B, "after " + S.Text, 1);
  Skips.push_back({Target, Executes});
}

/// The registers that \p S writes are unknown from here on.
void BlockLifter::forget(const Statement &S, StringRef Why) {
  for (const Token &Destination : destinationsOf(S))
    Registers.write(Destination, unknownValue(B, Why, widthOf(Destination)));
}

void BlockLifter::reachLabel(StringRef Label) {
  if (BranchTargets.lookup(Label) == 0)
    return;
  auto LoopEnd = LoopEnds.find(Label);
  if (LoopEnd != LoopEnds.end()) {
    LoopsReachTo = std::max(LoopsReachTo, LoopEnd->second);
    for (size_t I = Current; I <= LoopEnd->second; ++I)
      forget(Text.Statements[I], Text.Statements[I].Text);
  }
  for (const Token &Destination : WrittenUnderSkip)
    Registers.write(Destination, unknownValue(B, "written behind a branch",
                                              widthOf(Destination)));
  WrittenUnderSkip.clear();
  erase_if(Skips, [&](const Skip &S) { return S.Label == Label; });
  // Whoever jumped here from before those branches never tested their
  // predicates.
  for (Skip &S : Skips)
    S.Executes = unknownValue(B, "behind a branch", 1);
}

/// The predicate of \p S, or null.
Value *BlockLifter::ownGuard(const Statement &S) {
  if (!S.hasGuard())
    return nullptr;
  Value *Guard = Registers.readPredicate(S.Guard);
  if (!Guard)
    Guard = unknownValue(B, readableText(S.Guard.Text), 1);
  return S.GuardNegated ? B.CreateNot(Guard) : Guard;
}

/// Which lanes run \p S; null for all.
Value *BlockLifter::guardOf(const Statement &S) {
  Value *Guard = ownGuard(S);
  for (const Skip &Skipped : reverse(Skips))
    Guard = Guard ? B.CreateAnd(Skipped.Executes, Guard) : Skipped.Executes;
  return Guard;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// Null among \p Results is \p IsUnknown, or no register.
void BlockLifter::write(const Statement &S, ArrayRef<Value *> Results,
                        Value *Guard, bool IsUnknown) {
  for (auto [Destination, V] : zip(destinationsOf(S), Results))
    if (V || IsUnknown)
      Registers.write(Destination,
                      V ? V : unknownValue(B, S.Text, widthOf(Destination)),
                      Guard);
}

void BlockLifter::executeRegisters(const Statement &S) {
  Value *Guard = ownGuard(S);
  const Results Lifted = liftInstruction(S, Guard, Registers, B);
  if (!Lifted.empty())
    return write(S, Lifted, Guard, /*IsUnknown=*/true);
  // Why the only operand of a move is not known.
  if (S.Opcode.front() == "mov" && S.Operands.size() == 2)
    if (std::string Why = Registers.read(S.Operands[1]).Why; !Why.empty())
      return forget(S, Why);
  leave(S, OpcodeClass::Register);
}

void BlockLifter::leave(const Statement &S, OpcodeClass Class) {
  const bool TouchesMemory = Class == OpcodeClass::Memory;
  const bool HasPredicate = TouchesMemory || Class == OpcodeClass::NoResult;
  Residue Left = leaveStatement(S, HasPredicate ? guardOf(S) : nullptr, &Block,
                                Registers, B);
  if (!FirstLeft)
    FirstLeft = Left.Call;
  if (isRepeatedUntilTrue())
    Left.Call->setMetadata(UntilTrue, MDNode::get(Block.getContext(), {}));
  if (TouchesMemory) {
    const PtxStatement Read = readPtxStatement(*Left.Call);
    if (Read.Memory)
      (Read.Memory->Location.mayBeShared() ? Accesses : OtherAccesses)
          .push_back({Left.Call, &S});
  }
  write(S, Left.Results, ownGuard(S));
}

void BlockLifter::executeInstruction(const Statement &S) {
  const OpcodeClass Class = meaningOf(S.Opcode).Class;
  switch (Class) {
  case OpcodeClass::Register:
    return NumLifted < MaxLifted ? executeRegisters(S) : forget(S, S.Text);
  case OpcodeClass::Branch:
    return branch(S, /*LeavesBlock=*/false);
  case OpcodeClass::Leave:
    return branch(S, /*LeavesBlock=*/true);
  case OpcodeClass::Memory:
  case OpcodeClass::NoResult:
  case OpcodeClass::Call:
  case OpcodeClass::Unknown:
    return leave(S, Class);
  }
}

void BlockLifter::execute(const Statement &S) {
  switch (S.Kind) {
  case StatementKind::OpenScope:
    return Registers.openScope();
  case StatementKind::CloseScope:
    return Registers.closeScope();
  case StatementKind::Label:
    return reachLabel(S.Name);
  case StatementKind::Declaration:
    return Registers.declare(S, /*InLoop=*/LoopsReachTo > Current);
  case StatementKind::Directive:
    return;
  case StatementKind::Malformed:
    // Of a directive that is none ptxas complains.
    if (StringRef(S.Text).starts_with("."))
      return;
    FirstLeft = leaveText(S.Text, Block, B);
    return;
  case StatementKind::Instruction:
    if (!Skips.empty())
      append_range(WrittenUnderSkip, destinationsOf(S));
    return executeInstruction(S);
  }
}

//===----------------------------------------------------------------------===//
// The block
//===----------------------------------------------------------------------===//

/// Output operand \p Number in the type of the call's result.
Value *BlockLifter::outputAs(unsigned Number, Type *Ty) {
  const unsigned Bits =
      Ty->isPointerTy() ? 64 : Ty->getPrimitiveSizeInBits().getKnownMinValue();
  if (Bits == 0)
    return UndefValue::get(Ty);
  Value *V = Registers.operandValue(Number);
  if (!V)
    V = unknownValue(B, "never written", Bits);
  V = fit(B, {V}, Bits);
  if (Ty->isPointerTy())
    return B.CreateIntToPtr(V, Ty);
  return Ty->isIntegerTy() ? V : B.CreateBitCast(V, Ty);
}

void BlockLifter::replaceResults() {
  if (Block.getType()->isVoidTy())
    return;
  auto *Fields = dyn_cast<StructType>(Block.getType());
  Value *Whole = PoisonValue::get(Block.getType());
  for (auto [Number, O] : enumerate(Registers.constraints().Operands)) {
    if (!O.Output)
      continue;
    if (!Fields)
      Whole = outputAs(unsigned(Number), Block.getType());
    else if (*O.Output < Fields->getNumElements())
      Whole = B.CreateInsertValue(
          Whole, outputAs(unsigned(Number), Fields->getElementType(*O.Output)),
          *O.Output);
  }
  for (User *U : make_early_inc_range(Block.users()))
    if (auto *Field = dyn_cast<ExtractValueInst>(U)) {
      Field->replaceAllUsesWith(
          B.CreateExtractValue(Whole, Field->getIndices()));
      Field->eraseFromParent();
    }
  Block.replaceAllUsesWith(Whole);
}

/// The instruction that stands for the block: an access before anything else,
/// and if nothing stays a comment that says what was there.
void BlockLifter::chooseHead() {
  CallInst *Head = Accesses.empty() ? FirstLeft : Accesses.front().first;
  if (!Head)
    Head = leaveComment(Asm.getAsmString(), Block, B);
  Head->setMetadata(PartOfBlock, nullptr);
}

void BlockLifter::lift() {
  findLoops();
  for (; Current < Text.Statements.size(); ++Current)
    execute(Text.Statements[Current]);
  chooseHead();
  append_range(Accesses, OtherAccesses);
  for (auto [Part, Access] : enumerate(Accesses))
    describe(*Access.first, Access.second->Text, unsigned(Part));
  replaceResults();
  Block.eraseFromParent();
}

void warplint::liftInlinePtx(Module &M) {
  SmallVector<CallInst *> Blocks;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->isInlineAsm())
        Blocks.push_back(Call);
  for (CallInst *Block : Blocks)
    BlockLifter(*Block).lift();
}

bool warplint::isRepeatedUntilTrue(const Instruction &I) {
  return I.hasMetadata(UntilTrue);
}

bool warplint::isPartOfPtxBlock(const Instruction &I) {
  return I.hasMetadata(PartOfBlock);
}
