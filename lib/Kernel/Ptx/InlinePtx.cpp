//===- InlinePtx.cpp - Walks an inline PTX block --------------------------===//
//
// One pass in program order over the statements, with the register file and
// with the conditions under which the current point is reached.
//
// Branches. A forward branch `@p bra L` skips what stands before L: until then
// statements run in the lanes where p does not hold, and what they write is
// unknown from L on. A branch backward to L makes a loop: from L to the branch
// registers that the loop writes are unknown at L, and memory instructions
// repeat.
//
//===----------------------------------------------------------------------===//

#include "warplint/Kernel/InlinePtx.h"
#include "Arithmetic.h"
#include "MemoryOps.h"
#include "Opcodes.h"
#include "Operations.h"
#include "Registers.h"
#include "Statement.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {
/// A branch forward whose label was not reached yet.
struct Skip {
  StringRef Label;   ///< Empty: leaves the block.
  PtxGuard Executes; ///< Lanes that did not branch.
};

class BlockReader {
public:
  BlockReader(StringRef Asm, StringRef Constraints, PtxKnownArguments Known)
      : Block{readPtxConstraints(Constraints), {}, {}, {}, {}}, Text(Asm),
        Operations(Block.Operations),
        Registers(Block.Constraints, Known, Operations) {}

  InlinePtx read();

private:
  void findLoops();
  void execute(const Statement &S);
  void executeInstruction(const Statement &S);
  void executeMemory(const Statement &S, const OpcodeMeaning &Meaning);
  void branch(const Statement &S, bool LeavesBlock);
  void reachLabel(StringRef Label);
  void reportUnread(const Statement &S, PtxUnread::Kind What, bool MayTouch);
  void forget(const Statement &S);
  PtxGuard guardOf(const Statement &S);
  void collectOutputs();

  InlinePtx Block;
  Program Text;
  OperationTable Operations;
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

void BlockReader::findLoops() {
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

void BlockReader::branch(const Statement &S, bool LeavesBlock) {
  StringRef Target = LeavesBlock ? "" : targetOf(S);
  auto Label = LabelAt.find(Target);
  if (!LeavesBlock && Label != LabelAt.end() && Label->second < Current)
    return; // Backward: in the end every lane falls through.
  PtxGuard Executes = S.hasGuard() ? Operations.negated(Registers.readGuard(S))
                                   : unknownGuard("after " + S.Text);
  Skips.push_back({Target, std::move(Executes)});
}

/// The registers that \p S writes are unknown from here on.
void BlockReader::forget(const Statement &S) {
  for (const Token &Destination : destinationsOf(S))
    Registers.write(Destination, unknownValue(S.Text));
}

void BlockReader::reachLabel(StringRef Label) {
  if (BranchTargets.lookup(Label) == 0)
    return;
  auto LoopEnd = LoopEnds.find(Label);
  if (LoopEnd != LoopEnds.end()) {
    LoopsReachTo = std::max(LoopsReachTo, LoopEnd->second);
    for (size_t I = Current; I <= LoopEnd->second; ++I)
      forget(Text.Statements[I]);
  }
  for (const Token &Destination : WrittenUnderSkip)
    Registers.write(Destination, unknownValue("written behind a branch"));
  WrittenUnderSkip.clear();
  erase_if(Skips, [&](const Skip &S) { return S.Label == Label; });
  // Whoever jumped here from before those branches never tested their
  // predicates.
  for (Skip &S : Skips)
    S.Executes = unknownGuard("behind a branch");
}

PtxGuard BlockReader::guardOf(const Statement &S) {
  PtxGuard Guard;
  for (const Skip &Skipped : Skips)
    Guard = Operations.all(std::move(Guard), Skipped.Executes);
  return Operations.all(std::move(Guard), Registers.readGuard(S));
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void BlockReader::reportUnread(const Statement &S, PtxUnread::Kind What,
                               bool MayTouch) {
  Block.Unread.push_back({What, S.Text, MayTouch});
}

void BlockReader::executeMemory(const Statement &S,
                                const OpcodeMeaning &Meaning) {
  auto Op = describeMemoryOp(S, Meaning, Block.Constraints, Registers);
  if (!Op) {
    reportUnread(S, PtxUnread::Kind::UnknownInstruction, true);
    forget(S);
    return;
  }
  Op->Guard = guardOf(S);
  Op->Repeats = LoopsReachTo > Current;
  // Only a load's result is data; an mbarrier's state or a tcgen05 value is
  // not.
  const bool IsData = isPerLane(Op->Kind) || Op->Matrix || Op->Fragment;
  const Value Result = IsData ? loadedValue(unsigned(Block.MemoryOps.size()))
                              : unknownValue(S.Text);
  Block.MemoryOps.push_back(std::move(*Op));
  const PtxGuard Guard = Registers.readGuard(S);
  for (const Token &Destination : destinationsOf(S))
    Registers.write(Destination, Result, Guard);
}

void BlockReader::executeInstruction(const Statement &S) {
  const OpcodeMeaning Meaning = meaningOf(S.Opcode);
  switch (Meaning.Class) {
  case OpcodeClass::Memory:
    return executeMemory(S, Meaning);
  case OpcodeClass::Register:
    return executeRegisterInstruction(S, Registers, Registers.readGuard(S));
  case OpcodeClass::NoResult:
    return;
  case OpcodeClass::Branch:
    return branch(S, /*LeavesBlock=*/false);
  case OpcodeClass::Leave:
    return branch(S, /*LeavesBlock=*/true);
  case OpcodeClass::Call:
    reportUnread(S, PtxUnread::Kind::Call, true);
    return forget(S);
  case OpcodeClass::Unknown:
    reportUnread(S, PtxUnread::Kind::UnknownInstruction, true);
    return forget(S);
  }
}

void BlockReader::execute(const Statement &S) {
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
    return reportUnread(S, PtxUnread::Kind::Malformed,
                        !StringRef(S.Text).starts_with("."));
  case StatementKind::Instruction:
    if (!Skips.empty())
      append_range(WrittenUnderSkip, destinationsOf(S));
    return executeInstruction(S);
  }
}

//===----------------------------------------------------------------------===//
// The block
//===----------------------------------------------------------------------===//

static PtxValue outputOf(const Value &V) {
  PtxValue Out;
  Out.PointsInto = V.PointsInto;
  Out.Why = V.Why;
  switch (V.What) {
  case Value::Kind::Linear:
    Out.What = PtxValue::Kind::Linear;
    Out.Linear = V.Linear;
    break;
  case Value::Kind::Loaded:
    Out.What = PtxValue::Kind::Loaded;
    Out.MemoryOp = V.MemoryOp;
    break;
  case Value::Kind::Undefined:
    Out.Why = "never written";
    break;
  case Value::Kind::Predicate:
    Out.Why = printGuard(V.Predicate);
    break;
  case Value::Kind::Unknown:
    break;
  }
  return Out;
}

void BlockReader::collectOutputs() {
  Block.Outputs.resize(Block.Constraints.NumOutputs);
  for (auto [N, Operand] : enumerate(Block.Constraints.Operands))
    if (Operand.Output)
      Block.Outputs[*Operand.Output] =
          outputOf(Registers.operandValue(unsigned(N)));
}

InlinePtx BlockReader::read() {
  findLoops();
  for (; Current < Text.Statements.size(); ++Current)
    execute(Text.Statements[Current]);
  collectOutputs();
  return std::move(Block);
}

const PtxUnread *InlinePtx::firstUnreadMemory() const {
  auto Found =
      find_if(Unread, [](const PtxUnread &U) { return U.MayTouchMemory; });
  return Found == Unread.end() ? nullptr : &*Found;
}

InlinePtx warplint::readInlinePtx(StringRef Asm, StringRef Constraints,
                                  PtxKnownArguments Known) {
  return BlockReader(Asm, Constraints, Known).read();
}
