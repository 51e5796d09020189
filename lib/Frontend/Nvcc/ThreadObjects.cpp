//===- ThreadObjects.cpp - threadIdx and its kin as objects ---------------===//

#include "ThreadObjects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace warplint {

void declareThreadObjects(StringRef Folder, vfs::FileSystem &From,
                          vfs::InMemoryFileSystem &Into) {
  static constexpr std::pair<StringRef, StringRef> Changes[] = {
      {"__cuda_builtin_threadIdx_t threadIdx;", "uint3 threadIdx;"},
      {"__cuda_builtin_blockIdx_t blockIdx;", "uint3 blockIdx;"},
      {"__cuda_builtin_blockDim_t blockDim;", "dim3 blockDim;"},
      {"__cuda_builtin_gridDim_t gridDim;", "dim3 gridDim;"},
      // For curand_mtgp32_kernel.h, which declares two of them again.
      {"#define dim3 __cuda_builtin_blockDim_t", ""},
      {"#define uint3 __cuda_builtin_threadIdx_t", ""}};
  for (StringRef Name :
       {"__clang_cuda_builtin_vars.h", "__clang_cuda_runtime_wrapper.h"}) {
    const std::string Path = (Folder + "/" + Name).str();
    auto Buffer = From.getBufferForFile(Path);
    if (!Buffer)
      continue;
    std::string Text = (*Buffer)->getBuffer().str();
    for (const auto &[Old, New] : Changes)
      if (size_t At = Text.find(Old); At != std::string::npos)
        Text.replace(At, Old.size(), New);
    Into.addFile(Path, 0, MemoryBuffer::getMemBufferCopy(Text));
  }
}

namespace {

struct ThreadObject {
  StringRef Name;
  std::array<Intrinsic::ID, 3> Registers;
};

constexpr ThreadObject Objects[] = {
    {"threadIdx",
     {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
      Intrinsic::nvvm_read_ptx_sreg_tid_z}},
    {"blockIdx",
     {Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
      Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
      Intrinsic::nvvm_read_ptx_sreg_ctaid_z}},
    {"blockDim",
     {Intrinsic::nvvm_read_ptx_sreg_ntid_x,
      Intrinsic::nvvm_read_ptx_sreg_ntid_y,
      Intrinsic::nvvm_read_ptx_sreg_ntid_z}},
    {"gridDim",
     {Intrinsic::nvvm_read_ptx_sreg_nctaid_x,
      Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
      Intrinsic::nvvm_read_ptx_sreg_nctaid_z}}};

constexpr unsigned BytesOfMember = 4;

/// Replaces the uses of one object.
class ObjectReader {
public:
  ObjectReader(GlobalVariable &G, const ThreadObject &Of) : G(G), Of(Of) {}

  void run() {
    convertUsersOfConstantsToInstructions({&G});
    replaceUses(G, 0);
  }

private:
  void replaceUses(Value &Pointer, uint64_t Offset) {
    for (Use &U : make_early_inc_range(Pointer.uses()))
      if (auto *I = dyn_cast<Instruction>(U.getUser()))
        replace(U, *I, Offset);
  }

  void replace(Use &U, Instruction &I, uint64_t Offset) {
    const DataLayout &DL = G.getDataLayout();
    auto *Gep = dyn_cast<GetElementPtrInst>(&I);
    APInt Moved(DL.getIndexTypeSizeInBits(U->getType()), 0);
    auto *Load = dyn_cast<LoadInst>(&I);
    if (Load && !Load->isVolatile() && Load->getType()->isIntegerTy(32) &&
        Offset % BytesOfMember == 0 &&
        Offset / BytesOfMember < Of.Registers.size()) {
      IRBuilder<> Builder(Load);
      Load->replaceAllUsesWith(readOf(Builder, Offset / BytesOfMember));
      Load->eraseFromParent();
    } else if (isa<AddrSpaceCastInst>(I) ||
               (Gep && Gep->accumulateConstantOffset(DL, Moved))) {
      replaceUses(I, Offset + Moved.getZExtValue());
      if (I.use_empty())
        I.eraseFromParent();
    } else {
      U.set(copyFor(I, U->getType(), Offset));
    }
  }

  Value *readOf(IRBuilder<> &Builder, unsigned Axis) {
    return Builder.CreateIntrinsic(Of.Registers[Axis], {});
  }

  /// The address of a copy in the function of \p User.
  Value *copyFor(Instruction &User, Type *Pointer, uint64_t Offset) {
    Function &F = *User.getFunction();
    AllocaInst *&Copy = Copies[&F];
    BasicBlock &Entry = F.getEntryBlock();
    if (!Copy) {
      IRBuilder<> Builder(&Entry, Entry.begin());
      Copy = Builder.CreateAlloca(G.getValueType());
      Copy->setAlignment(Align(BytesOfMember));
      for (unsigned Axis = 0; Axis != Of.Registers.size(); ++Axis)
        Builder.CreateStore(
            readOf(Builder, Axis),
            Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Copy,
                                               uint64_t(Axis) * BytesOfMember));
    }
    IRBuilder<> Builder(&Entry, std::next(Copy->getIterator()));
    return Builder.CreateAddrSpaceCast(
        Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Copy, Offset),
        Pointer);
  }

  GlobalVariable &G;
  const ThreadObject &Of;
  DenseMap<Function *, AllocaInst *> Copies;
};

} // namespace

void readThreadRegisters(Module &M) {
  for (const ThreadObject &Of : Objects)
    if (GlobalVariable *G = M.getNamedGlobal(Of.Name);
        G && G->isDeclaration() &&
        M.getDataLayout().getTypeAllocSize(G->getValueType()) ==
            BytesOfMember * Of.Registers.size())
      ObjectReader(*G, Of).run();
}

} // namespace warplint
