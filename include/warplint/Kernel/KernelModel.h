//===- KernelModel.h - The memory accesses of a kernel ----------*- C++ -*-===//
//
// A kernel as the later stages see it: every access to memory, with its address
// and its active-lane condition as expressions of the lane, the loops around
// it, and the place where the user wrote it; what threads wait for; and where
// they part. Needs.h says how much of that is collected.
//
// One *source access* (an expression that the user wrote, once loading and once
// storing) becomes one or many *accesses*: copies made by inlining a helper at
// two places, the pieces of a struct copied whole. All of them carry the
// SourceAccess that they came from.
//
// Assumptions: lanes of a warp run loops in step; index arithmetic does not
// overflow; a shared array begins on a 128-byte line where it is that large.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_KERNEL_KERNELMODEL_H
#define WARPLINT_KERNEL_KERNELMODEL_H

#include "warplint/Basic/AccessKinds.h"
#include "warplint/Basic/CodeReading.h"
#include "warplint/Basic/Needs.h"
#include "warplint/Basic/SourcePlace.h"
#include "warplint/Basic/TensorMap.h"
#include "warplint/Kernel/KernelFlow.h"
#include "warplint/Kernel/SourceView.h"
#include "warplint/Lane/LaneExpr.h"
#include "warplint/Warp/Latencies.h"
#include "warplint/Warp/Pipes.h"
#include "warplint/Warp/WarpModel.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// An access as the user wrote it: function, place in the file (of the use of a
/// macro, not of its body), what it does, and which one of several at that
/// place.
struct SourceAccess {
  const SourceFunction *Function = nullptr;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  AccessVerb Verb = AccessVerb::Load;
  unsigned Ordinal = 0;
  /// Of a copied record, which loads and stores: the ordinal of its store.
  unsigned StoreOrdinal = 0;
};

/// A call that an access was inlined through.
struct CallFrame {
  std::string File; ///< Of the call.
  unsigned Line = 0;
  unsigned Column = 0;
  /// The function that holds the call, null when it is not known.
  const SourceFunction *Caller = nullptr;
  std::string CallerName;
};

/// A request of the machine code that stands for several accesses as written.
struct IssuedRequest {
  unsigned BytesPerLane = 0;
  unsigned Parts = 1; ///< Accesses as written that one such request stands for.
  const LaneExpr *Address = nullptr; ///< The lowest; aligned for the width.
  const LaneExpr *Guard = nullptr;   ///< Null: always executed.
  /// Of AccessIssue::Copies, how many take part in such a request, and how many
  /// of these come first in theirs: requests are counted there.
  uint64_t Copies = 0;
  uint64_t Requests = 0;
  /// The other accesses in it, by number in KernelModel::Accesses.
  std::vector<unsigned> With;
};

/// What nvcc makes of an access: see docs/fusion.md. Copies that take part in
/// no wide request and repeat nothing are issued as written.
struct AccessIssue {
  bool IsCertain = false;
  /// What the counts refer to: one run of the access in each iteration of the
  /// loops around it that are taken apart.
  uint64_t Copies = 1;
  uint64_t Repeated = 0; ///< Whose value an earlier load left in a register.
  /// Wider than as written, each with another form of address; possibly none.
  std::vector<IssuedRequest> Requests;
  /// Moved out of a loop that repeats it: the number of iterations, 0 when not
  /// known.
  std::optional<uint64_t> HoistedOutOf;
  /// No lane needs what it loads: no request at all.
  bool IsDropped = false;
  /// A loop around it is taken apart in part only: those of its last iterations
  /// that make no whole turn are issued as written.
  bool HasRest = false;
};

/// Where an instruction stands, and who executes it how often.
struct KernelPlace {
  /// Null only for a branch that has no place in the source.
  const SourceAccess *Source = nullptr;
  std::vector<CallFrame> CallChain; ///< Innermost first.
  /// In the order of the kernel's code: a lane that executes two instructions
  /// in one iteration of the loops around both executes the lower one first.
  unsigned Position = 0;
  const LaneExpr *Guard = nullptr; ///< Null: always executed.
  /// The same lanes execute it every time: Guard depends on nothing but the
  /// lane and the launch shape.
  bool HasFixedGuard = true;
  /// Who executes it may depend on functions of which nothing is known.
  bool HangsOnUnknown = false;
  std::vector<unsigned> Loops; ///< Numbers in the context, outermost first.
  /// It stands where its innermost loop decides whether to go on (in the
  /// condition of a while): it runs once more than the loop's body.
  bool IsInCondition = false;
  /// How often a warp executes it, if every loop's trip count is known.
  std::optional<uint64_t> ExecutionsPerWarp;
  /// The branches that decide whether it is executed, by number in
  /// KernelModel::Branches, outermost first. Only if they are needed.
  std::vector<unsigned> Branches;
};

/// What an atomic does, by the names of PTX.
struct AtomicUse {
  std::string Operation; ///< "add".
  std::string Type;      ///< "u32".
  bool IsResultUsed = true;
  /// nvcc may have one lane update a word for all that address it.
  bool MayBeCombined = false;
};

/// What an access does to the memory at its address.
enum class AccessEffect : uint8_t { Read, Write, Update };

/// One instruction's access to memory. Those that copy from memory to memory
/// have two.
struct KernelAccess : KernelPlace {
  /// The memories that the address may lead to; more than one where that is not
  /// known.
  MemorySpaces Spaces = MemorySpace::Shared;
  AccessEffect Effect = AccessEffect::Read;
  /// How shared memory serves it, if that is where the address leads.
  RequestKind Kind = RequestKind::SharedLoad;
  std::string Instruction; ///< "ld.shared", "ldmatrix.x4", "cp.async".
  /// Those of a vector together: 16 of a float4. 0 where a lane has no width
  /// that is known.
  unsigned BytesPerLane = 0;
  /// As in WarpRequest: the instructions that a wmma fragment takes.
  unsigned Instructions = 1;
  /// Of a wmma fragment: the bytes of a line of its tile, and from one line to
  /// the next where that is a number.
  unsigned LineBytes = 0;
  std::optional<uint64_t> PitchBytes;
  /// Of an atomic that is no inline assembly.
  std::optional<AtomicUse> Atomic;
  const LaneExpr *Address = nullptr; ///< Null: see Obstacle.
  /// A power of two that divides the address, as its parts show: bases by their
  /// declarations and attributes, indices by their factors.
  uint64_t KnownAlign = 1;
  /// One that divides it if the source has no undefined behaviour: the
  /// alignment of the type that it is accessed as, which nvcc counts on.
  uint64_t TypeAlign = 1;
  /// Of a local array: the compiler keeps it in registers, and there is no
  /// access, if it unrolls loops that it perhaps does not.
  bool MayBeInRegister = false;
  /// Of a local array: its place there is computed at run time, whatever loops
  /// are unrolled.
  bool IsPlaceComputed = false;
  /// The other access of the same copy, by number in KernelModel::Accesses.
  /// Only if the memory of both is needed.
  std::optional<unsigned> OtherSide;
  /// The arrays that the address can lie in; empty when not known.
  std::vector<const SourceVariable *> Arrays;
  /// What the figure rests on beside the verdict's own assumptions.
  std::vector<std::string> Assumptions;
  /// Why the access cannot be judged at all ("wmma fragments are not
  /// modelled").
  std::string Obstacle;
  /// Why the address may lead to other memory than shared; empty where it
  /// certainly does not. Then a request to shared memory is made by some of the
  /// active lanes, or by none: only what holds for those is known.
  std::string MayLeadElsewhere;
  /// Nothing: issued as written, as far as is known.
  std::optional<AccessIssue> Issue;
  /// Whether Issue was read off machine code; nothing: that was not asked.
  std::optional<CodeReading> Code;
};

/// A use that fixes the layout of an array: who changes the layout has to know
/// what the use expects. It costs the warp no wavefronts of its own, or none
/// that are counted here.
struct SharedUse {
  SharedUseKind Kind = SharedUseKind::Assembly;
  std::string What; ///< "cp.async.bulk.tensor.2d", the name of the function.
  const SourceVariable *Array = nullptr; ///< Null when it has no declaration.
  const SourceAccess *Source = nullptr;  ///< Where.
  std::vector<CallFrame> CallChain;      ///< Innermost first.
};

/// What threads wait for, and what lets them go on. PTX ISA, "Parallel
/// Synchronization and Communication Instructions".
enum class BarrierKind : uint8_t {
  Block,      ///< bar.sync 0, __syncthreads() and the like: all of the block.
  Named,      ///< bar.sync n, m: m threads, or all of the block.
  Arrive,     ///< bar.arrive: the same without waiting.
  Warp,       ///< bar.warp.sync, __syncwarp().
  Cluster,    ///< barrier.cluster.arrive and .wait.
  CopyCommit, ///< cp.async.commit_group and its like.
  CopyWait,   ///< cp.async.wait_group, wait_all and their like.
  Object,     ///< mbarrier.*: init, arrive, wait, cp.async.mbarrier.arrive.
  Copy,       ///< cp.async.bulk: the copy engine begins to move a region.
  Fence,      ///< membar, fence: nobody waits.
};

struct KernelBarrier : KernelPlace {
  BarrierKind Kind = BarrierKind::Block;
  std::string Instruction; ///< "bar.sync", "cp.async.wait_group".
  /// Of Named and Arrive the number of the barrier, of CopyWait that of the
  /// groups that may be pending, of Warp the mask, of Object its address, of
  /// Copy that of the object it completes on; null where not known.
  const LaneExpr *Number = nullptr;
  /// Of Named and Arrive: how many threads, null for all of the block. Of Object
  /// what stands behind the address: the count of init and arrive, the state or
  /// the parity that a wait is about; null where it stands nowhere.
  const LaneExpr *Threads = nullptr;
  /// Of Copy: its place in shared memory, and how many bytes; null where that is
  /// not known, or where a tensor map says it.
  const LaneExpr *Place = nullptr, *Bytes = nullptr;
  bool FillsShared = false; ///< Of Copy: else it reads shared memory.
  /// All lanes of a warp have to execute it together.
  bool IsAligned = true;
};

/// Where lanes may part: a branch, a switch, the exit of a loop.
struct KernelBranch : KernelPlace {
  /// Truth value of the branch; of a switch what it decides by.
  const LaneExpr *Condition = nullptr;
};

/// Arithmetic of one line, by pipes: an estimate of what a compiler issues for
/// it.
struct KernelWork : KernelPlace {
  PerPipe<double> Units = {}; ///< Of one execution by a warp.
};

/// An instruction of a level (see ChainLevel): what it waits for, and how long
/// others wait for it.
struct ChainStep {
  enum class Role : uint8_t {
    Value,  ///< It issues when what it needs is there.
    Memory, ///< The same; barriers wait until it is issued.
    Wait,   ///< All behind it wait for it: a barrier, an inner loop.
    Branch, ///< All behind it wait for its condition.
  };
  Role Is = Role::Value;
  bool IsStore = false;
  Latency Kind = Latency::Alu;
  double Cycles = 0;      ///< Of arithmetic; others have those of their kind.
  unsigned Registers = 0; ///< Of a load of global memory, that it fills.
  /// Null where no access of the source is behind it.
  const SourceAccess *Source = nullptr;
  unsigned Place = 0;          ///< In KernelModel::ChainPlaces.
  std::vector<unsigned> Needs; ///< Steps of the level, before this one.
};

/// The instructions of a kernel, or of a loop, without those of the loops within,
/// in the order of optimised code (OptimisedCopy.h). All that comes from outside
/// is there when it begins. It is executed Part times as often as its place.
struct ChainLevel : KernelPlace {
  double Part = 1;
  bool IsLoop = false;
  double Together = 1; ///< Iterations that nvcc makes one.
  std::vector<ChainStep> Steps;
  /// What an iteration begins with, and what it leaves to the next one.
  std::vector<std::pair<unsigned, unsigned>> Carried;
};

/// A 32-bit register of an operand of mma.sync, by what loaded it (a float may
/// have been rounded to tf32 since): accesses by number in KernelModel::Accesses.
struct FragmentRegister {
  unsigned Access = 0;
  unsigned Result = 0; ///< Of ldmatrix: which of its registers.
  /// Of two 16-bit loads: that of the upper half; Access is the lower one.
  std::optional<unsigned> UpperHalf;
};

/// An mma.sync.
struct MatrixProduct {
  const SourceAccess *Source = nullptr; ///< Where.
  unsigned M = 0, N = 0, K = 0;
  std::string TypeA, TypeB; ///< "f16".
  /// By register what may have loaded it, in the order of the code. Nothing where something else may have filled it, or where that
  /// could not be followed.
  std::vector<std::vector<FragmentRegister>> A, B;
};

/// How registers of matrices are loaded and used.
struct MatrixFacts {
  /// Of KernelModel::sharedAccesses(): those with one number are executed by
  /// the same lanes one after the other, and nothing that stands between them
  /// waits or may write to memory that is shared.
  std::vector<unsigned> Runs;
  /// Loops, by number in the context, in all of which nothing does.
  std::vector<unsigned> QuietLoops;
  std::vector<MatrixProduct> Products;
};

/// The tensor map that an instruction names.
struct TensorMapOperand {
  /// The kernel's parameter that it is, lies in at an offset, or that points to
  /// it; nothing where that is not known.
  std::optional<unsigned> Parameter;
  uint64_t Offset = 0; ///< In bytes.
};

/// A cp.async.bulk.tensor between global memory and a tile in shared memory.
struct TensorCopy : KernelPlace {
  std::string Instruction;        ///< "cp.async.bulk.tensor.2d.shared.global".
  bool FillsTile = true;          ///< Else it copies the tile to global memory.
  const LaneExpr *Tile = nullptr; ///< Address of it.
  TensorMapOperand Map;
  /// Address of the barrier that it completes on; null without one.
  const LaneExpr *Barrier = nullptr;
};

/// A matrix in shared memory that an instruction of the tensor cores reads by
/// its descriptor (PTX ISA, "Matrix Descriptor").
struct MatrixDescriptor : KernelPlace {
  std::string Instruction; ///< "wgmma.mma_async".
  char Operand = 'A';
  /// Bits 0 to 13 are bits 4 to 17 of the address of the matrix.
  const LaneExpr *Value = nullptr;
  /// Of the field that says how the matrix is swizzled: nothing where its bits
  /// are not known, or stand for something else than the copy engine's modes.
  std::optional<SwizzleMode> Mode;
};

/// What the copy engine and the tensor cores do with shared memory.
struct TensorFacts {
  std::vector<TensorCopy> Copies;
  std::vector<MatrixDescriptor> Descriptors;
};

/// A static shared variable that a kernel names.
struct StaticArray {
  const SourceVariable *Declaration = nullptr; ///< Null where it has none.
  uint64_t Bytes = 0;
  uint64_t Align = 1; ///< As declared.
  /// Where nvcc puts it, from a multiple of 16 bytes on; nothing where that is
  /// not known.
  std::optional<uint64_t> Place;
};

/// A variable of the kernel's threads that lies in local memory: its address is
/// computed at run time, or handed on.
struct LocalVariable {
  std::string Name;    ///< Empty where the compiler made it.
  uint64_t Bytes = 0;  ///< Of each thread.
  unsigned Symbol = 0; ///< Its address, in the context.
  /// The kernel's copy of a parameter that it writes to.
  bool IsParameter = false;
  /// Where its address is handed on; null where it is not.
  const SourceAccess *HandedOn = nullptr;
};

/// What an address begins with: a parameter, a variable, a pointer that was
/// loaded.
struct AddressBase {
  unsigned Symbol = 0; ///< In the context, which has the alignment known of it.
  /// The alignment it has if it is what an allocation returned or a variable
  /// that has it anyway, and no place further on.
  uint64_t AssumedAlign = 1;
};

struct KernelModel {
  const SourceFunction *Declaration = nullptr;
  /// It is no function that only kernels call.
  bool isKernel() const { return !Declaration || Declaration->IsKernel; }
  std::string MangledName;
  /// The declaration's qualified name, or the mangled one without a declaration.
  std::string Name;
  std::unique_ptr<LaneContext> Context;
  /// Those that may lead to shared memory come first.
  std::vector<KernelAccess> Accesses;
  unsigned NumShared = 0; ///< How many these are.
  /// It calls functions of which nothing is known (UnknownCalls.h).
  bool CallsUnknown = false;
  /// In the order of their declarations, in which nvcc lays them out.
  std::vector<StaticArray> StaticArrays;
  std::vector<SharedUse> Uses;
  std::vector<KernelBarrier> Barriers;
  std::vector<KernelBranch> Branches;
  KernelFlow Flow;                      ///< Only if it is needed.
  std::vector<KernelPlace> FlowPlaces;  ///< What it names, by source and calls.
  MatrixFacts Matrices;                 ///< Only if they are needed.
  TensorFacts Tensors;                  ///< The same.
  std::vector<KernelWork> Work;         ///< The same.
  bool HasWork = false;                 ///< Work was looked at.
  std::vector<ChainLevel> Chain;        ///< With Work; the kernel's own first.
  std::vector<KernelPlace> ChainPlaces; ///< Of its steps: sources and calls.
  /// What it waits for that Chain lacks: "cp.async"; empty where that is nothing.
  std::string NotInChain;
  /// Functions of arithmetic that are not in Work, since nothing is known of
  /// them.
  std::vector<std::string> Uncounted;
  std::vector<LocalVariable> Locals; ///< Only if local memory is needed.
  /// Of the addresses in other memories than shared, by symbol.
  std::vector<AddressBase> Bases;

  llvm::ArrayRef<KernelAccess> sharedAccesses() const {
    return llvm::ArrayRef(Accesses).take_front(NumShared);
  }

  /// Of a block, with what a launch asks for (nothing: not known, none counted).
  uint64_t sharedBytes(std::optional<uint64_t> Dynamic) const {
    uint64_t Bytes = Dynamic.value_or(0);
    for (const StaticArray &Array : StaticArrays)
      Bytes += Array.Bytes;
    return Bytes;
  }
};

struct DeviceModel {
  std::vector<KernelModel> Kernels;
  std::vector<std::unique_ptr<SourceAccess>> Sources;
  /// Device functions whose accesses no kernel of the file reaches, recursion,
  /// calls through pointers.
  std::vector<LeftOut> Omitted;
};

/// Kernels that a header of the toolkit or the system brings along (cub,
/// thrust) are not the user's to change, and are left out unless asked for.
enum class ToolkitKernels : uint8_t { LeftOut, Read };

/// Simplifies the addresses of the view's IR (never its accesses) and reads what
/// is needed of all kernels. The view has no code afterwards.
DeviceModel
buildDeviceModel(SourceView &View, const Needs &Wanted = {},
                 ToolkitKernels OfToolkit = ToolkitKernels::LeftOut);

} // namespace warplint

#endif // WARPLINT_KERNEL_KERNELMODEL_H
