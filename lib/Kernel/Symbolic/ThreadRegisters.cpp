//===- ThreadRegisters.cpp - Who and where a thread is --------------------===//
//
// PTX ISA, section "Special Registers".
//
//===----------------------------------------------------------------------===//

#include "ExprBuilder.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace warplint {

static const LaneExpr *linearThread(LaneContext &C) {
  const LaneExpr *ZRow = C.binary(
      LaneOp::Add, C.threadIdx(1),
      C.binary(LaneOp::Mul, C.blockDim(1), C.threadIdx(2), true), true);
  return C.binary(LaneOp::Add, C.threadIdx(0),
                  C.binary(LaneOp::Mul, C.blockDim(0), ZRow, true), true);
}

const LaneExpr *ExprBuilder::lane() {
  return C.binary(LaneOp::And, linearThread(C), C.constant(31, 32));
}

/// The lanes that are "eq", "lt", "le", "gt" or "ge" the own one, a bit each.
const LaneExpr *ExprBuilder::maskOfLanes(StringRef Relation) {
  const LaneExpr *Own = C.binary(LaneOp::Shl, C.constant(1, 32), lane());
  if (Relation == "eq")
    return Own;
  const LaneExpr *AllOnes = C.constant(~uint64_t(0), 32);
  const LaneExpr *Below = C.binary(LaneOp::Add, Own, AllOnes);
  if (Relation == "lt")
    return Below;
  if (Relation == "ge")
    return C.binary(LaneOp::Xor, Below, AllOnes);
  const LaneExpr *UpTo = C.binary(LaneOp::Or, Below, Own);
  return Relation == "le" ? UpTo : C.binary(LaneOp::Xor, UpTo, AllOnes);
}

const LaneExpr *ExprBuilder::buildSpecialRegister(StringRef Name,
                                                  unsigned Width,
                                                  const Value *Origin) {
  auto Uniform = [&](const std::string &UserName, SymbolKind Kind, int64_t Lo,
                     int64_t Hi) {
    UniformSymbol S;
    S.Name = UserName;
    S.Kind = Kind;
    S.Width = Width;
    S.Lo = Lo;
    S.Hi = Hi;
    return namedSymbol("sreg:" + UserName + ":" + utostr(Width), std::move(S));
  };
  const unsigned Axis = Name.ends_with(".x") ? 0 : Name.ends_with(".y") ? 1 : 2;
  // Limits: CUDA C++ Programming Guide, "Technical Specifications".
  int64_t GridLimit = Axis == 0 ? INT32_MAX : 65535;
  if (Name.starts_with("tid."))
    return resize(C.threadIdx(Axis), Width);
  if (Name.starts_with("ntid."))
    return resize(C.blockDim(Axis), Width);
  if (Name.starts_with("ctaid."))
    return Uniform("blockIdx." + Name.take_back().str(), SymbolKind::BlockIdx,
                   0, GridLimit - 1);
  if (Name.starts_with("nctaid."))
    return Uniform("gridDim." + Name.take_back().str(), SymbolKind::GridDim, 1,
                   GridLimit);
  if (Name == "laneid")
    return resize(lane(), Width);
  if (Name == "warpsize" || Name == "WARP_SZ")
    return C.constant(32, Width);
  if (Name.consume_front("lanemask")) {
    Name.consume_front("_");
    Name.consume_front(".");
    return resize(maskOfLanes(Name), Width);
  }
  // A warp's slot on the multiprocessor, which has at most 64 of them: not
  // what the warps of a block are numbered by.
  if (Name == "warpid")
    return Uniform("%warpid", SymbolKind::Other, 0, 63);
  // Clocks and counters differ from one reading to the next.
  if (Name.starts_with("clock") || Name.starts_with("globaltimer") ||
      Name.starts_with("pm"))
    return freshSymbol("%" + Name.str(), Width, Origin);
  return Uniform("%" + Name.str(), SymbolKind::Other, 0, INT32_MAX);
}

} // namespace warplint
