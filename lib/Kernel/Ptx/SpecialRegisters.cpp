//===- SpecialRegisters.cpp - Special registers ---------------------------===//
//
// PTX ISA 9.0, section 10.
//
//===----------------------------------------------------------------------===//

#include "Registers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Intrinsics.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

/// Not %clock, %globaltimer and %pm, which change while the thread runs.
bool warplint::ptx::isSpecialRegister(StringRef Word, StringRef Component) {
  if (!Component.empty())
    return is_contained({"x", "y", "z"}, Component) &&
           StringSwitch<bool>(Word)
               .Cases({"%tid", "%ntid", "%ctaid", "%nctaid"}, true)
               .Cases({"%clusterid", "%nclusterid"}, true)
               .Cases({"%cluster_ctaid", "%cluster_nctaid"}, true)
               .Default(false);
  return Word.starts_with("%envreg") ||
         Word.starts_with("%reserved_smem_offset") ||
         StringSwitch<bool>(Word)
             .Cases({"%laneid", "%warpid", "%nwarpid"}, true)
             .Cases({"%smid", "%nsmid", "%gridid"}, true)
             .Cases({"%cluster_ctarank", "%cluster_nctarank"}, true)
             .Case("%is_explicit_cluster", true)
             .Cases({"%lanemask_eq", "%lanemask_le", "%lanemask_lt"}, true)
             .Cases({"%lanemask_ge", "%lanemask_gt"}, true)
             .Cases({"%total_smem_size", "%aggr_smem_size"}, true)
             .Cases({"%dynamic_smem_size", "%current_graph_exec"}, true)
             .Default(false);
}

/// LLVM has intrinsics for most. What it spells in another way than PTX, so
/// that a message would, stays a move.
Value *warplint::ptx::readSpecialRegister(Builder &B, StringRef Word,
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
