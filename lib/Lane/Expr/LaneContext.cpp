//===- LaneContext.cpp - Owning and sharing lane expressions --------------===//

#include "LaneStorage.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace warplint {

LaneContext::LaneContext() : S(std::make_unique<Storage>()) {}
LaneContext::~LaneContext() = default;

LaneContext::Storage::Key
LaneContext::Storage::NodeInfo::keyOf(const LaneExpr *Node) {
  Key K{.Op = Node->op(),
        .Width = Node->width(),
        .NoWrap = Node->noWrap(),
        .Index = Node->index(),
        .Value = Node->constant()};
  llvm::copy(Node->operands(), K.Operands);
  return K;
}

unsigned LaneContext::Storage::NodeInfo::getHashValue(const Key &K) {
  return static_cast<unsigned>(
      llvm::hash_combine(K.Op, K.Width, K.NoWrap, K.Index, K.Value,
                         K.Operands[0], K.Operands[1], K.Operands[2]));
}

/// Whether lanes can differ in \p E, given which of its operands they do in.
static bool varies(const LaneExpr &E) {
  if (E.op() == LaneOp::ThreadIdx || E.op() == LaneOp::Opaque)
    return true;
  if (E.op() == LaneOp::Shuffle)
    return E.operand(0)->isLaneVarying() && E.operand(1)->isLaneVarying();
  return llvm::any_of(E.operands(), std::mem_fn(&LaneExpr::isLaneVarying));
}

/// Hands out the node of \p K, creating it on first use.
const LaneExpr *LaneContext::Storage::intern(const Key &K) {
  if (auto It = Unique.find_as(K); It != Unique.end())
    return *It;
  const LaneExpr *Node = create(K);
  Unique.insert(Node);
  return Node;
}

LaneExpr *LaneContext::Storage::create(const Key &K) {
  LaneExpr &Node = Nodes.emplace_back();
  Node.Op = K.Op;
  Node.Width = static_cast<uint8_t>(K.Width);
  Node.NoWrap = K.NoWrap;
  Node.Index = K.Index;
  Node.Value = K.Value;
  Node.Id = static_cast<unsigned>(Nodes.size() - 1);
  for (const LaneExpr *Operand : K.Operands)
    if (Operand)
      Node.Operands[Node.NumOperands++] = Operand;
  Node.LaneVarying = varies(Node);
  return &Node;
}

const LaneExpr *LaneContext::constant(uint64_t Value, unsigned Width) {
  return S->intern(
      {.Op = LaneOp::Const, .Width = Width, .Value = truncated(Value, Width)});
}

const LaneExpr *LaneContext::threadIdx(unsigned Axis) {
  return S->intern({.Op = LaneOp::ThreadIdx, .Width = 32, .Index = Axis});
}

const LaneExpr *LaneContext::blockDim(unsigned Axis) {
  return S->intern({.Op = LaneOp::BlockDim, .Width = 32, .Index = Axis});
}

const LaneExpr *LaneContext::iteration(unsigned Loop) {
  assert(Loop < S->Loops.size() && "no such loop");
  return S->intern({.Op = LaneOp::Iteration, .Width = 32, .Index = Loop});
}

unsigned LaneContext::addSymbol(UniformSymbol Symbol) {
  S->Symbols.push_back(std::move(Symbol));
  return static_cast<unsigned>(S->Symbols.size() - 1);
}

const LaneExpr *LaneContext::symbol(unsigned Number) {
  return S->intern(
      {.Op = LaneOp::Symbol, .Width = symbolAt(Number).Width, .Index = Number});
}

unsigned LaneContext::addOpaque(OpaqueValue Value) {
  S->Opaques.push_back(std::move(Value));
  return static_cast<unsigned>(S->Opaques.size() - 1);
}

const LaneExpr *LaneContext::opaque(unsigned Number) {
  return S->intern(
      {.Op = LaneOp::Opaque, .Width = opaqueAt(Number).Width, .Index = Number});
}

unsigned LaneContext::addLoop(LaneLoop Loop) {
  S->Loops.push_back(std::move(Loop));
  return static_cast<unsigned>(S->Loops.size() - 1);
}

const LaneExpr *LaneContext::recurrence(unsigned Loop, unsigned Width,
                                        std::string Name) {
  unsigned Number = static_cast<unsigned>(S->Recurrences.size());
  S->Recurrences.push_back({.Loop = Loop, .Name = std::move(Name)});
  // Not shared: two recurrences are two, however alike they look.
  return S->create({.Op = LaneOp::Recurrence, .Width = Width, .Index = Number});
}

void LaneContext::setRecurrence(const LaneExpr *Recurrence,
                                const LaneExpr *Init, const LaneExpr *Next,
                                bool LaneVarying) {
  assert(Recurrence->op() == LaneOp::Recurrence && "not a recurrence");
  LaneRecurrence &R = S->Recurrences[Recurrence->index()];
  R.Init = Init;
  R.Next = Next;
  if (!LaneVarying)
    return;
  // Users were built while the recurrence counted as uniform. Operands come
  // before their users, so that one pass brings all of them up to date.
  S->Nodes[Recurrence->id()].LaneVarying = true;
  for (size_t I = Recurrence->id() + 1; I < S->Nodes.size(); ++I)
    S->Nodes[I].LaneVarying |= varies(S->Nodes[I]);
}

const LaneExpr *LaneContext::like(const LaneExpr &E, unsigned Index,
                                  llvm::ArrayRef<const LaneExpr *> Operands) {
  assert(E.op() != LaneOp::Recurrence && "these are not shared");
  Storage::Key K = Storage::NodeInfo::keyOf(&E);
  K.Index = Index;
  llvm::fill(K.Operands, nullptr);
  llvm::copy(Operands, K.Operands);
  return S->intern(K);
}

const UniformSymbol &LaneContext::symbolAt(unsigned Number) const {
  assert(Number < S->Symbols.size() && "no such symbol");
  return S->Symbols[Number];
}

UniformSymbol &LaneContext::symbolAt(unsigned Number) {
  assert(Number < S->Symbols.size() && "no such symbol");
  return S->Symbols[Number];
}

const OpaqueValue &LaneContext::opaqueAt(unsigned Number) const {
  assert(Number < S->Opaques.size() && "no such opaque value");
  return S->Opaques[Number];
}

const LaneLoop &LaneContext::loopAt(unsigned Number) const {
  assert(Number < S->Loops.size() && "no such loop");
  return S->Loops[Number];
}

LaneLoop &LaneContext::loopAt(unsigned Number) {
  assert(Number < S->Loops.size() && "no such loop");
  return S->Loops[Number];
}

const LaneRecurrence &LaneContext::recurrenceAt(unsigned Number) const {
  assert(Number < S->Recurrences.size() && "no such recurrence");
  return S->Recurrences[Number];
}

unsigned LaneContext::numLoops() const {
  return static_cast<unsigned>(S->Loops.size());
}

unsigned LaneContext::numSymbols() const {
  return static_cast<unsigned>(S->Symbols.size());
}

} // namespace warplint
