//===- Shuffle.cpp - shfl -------------------------------------------------===//

#include "Arithmetic.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// shfl.sync.mode.b32 d|p, a, b, c, mask. Without .sync: all lanes.
Results warplint::ptx::liftShuffle(Evaluation &E) {
  Intrinsic::ID ID = Intrinsic::not_intrinsic;
  for (StringRef Part : E.S.Opcode)
    if (ID == Intrinsic::not_intrinsic)
      ID = StringSwitch<Intrinsic::ID>(Part)
               .Case("up", Intrinsic::nvvm_shfl_sync_up_i32p)
               .Case("down", Intrinsic::nvvm_shfl_sync_down_i32p)
               .Case("bfly", Intrinsic::nvvm_shfl_sync_bfly_i32p)
               .Case("idx", Intrinsic::nvvm_shfl_sync_idx_i32p)
               .Default(Intrinsic::not_intrinsic);
  Value *A = E.operand(1, 32), *Lane = E.operand(2, 32);
  Value *Clamp = E.operand(3, 32);
  Value *Mask = E.has("sync") ? E.operand(4, 32) : E.number(~0ull, 32);
  if (ID == Intrinsic::not_intrinsic || !A || !Lane || !Clamp || !Mask)
    return {};
  Value *Both = E.B.CreateIntrinsic(ID, {Mask, A, Lane, Clamp});
  Results R = {E.B.CreateExtractValue(Both, 0)};
  if (destinationsOf(E.S).size() == 2)
    R.push_back(E.B.CreateExtractValue(Both, 1));
  return R;
}
