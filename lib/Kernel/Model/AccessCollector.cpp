//===- AccessCollector.cpp - Finding a kernel's accesses ------------------===//

#include "AccessCollector.h"
#include "Kernel/Memory/NvptxSpaces.h"
#include "Kernel/Simplify/NvccEffort.h"
#include "Lane/Expr/KnownMultiple.h"
#include "warplint/Messages/Accesses.h"
#include "warplint/Messages/Skipped.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace warplint {

AccessCollector::AccessCollector(Function &F, SourceView &View,
                                 AccessTags &Tags, ExprBuilder &Exprs,
                                 PointerAnalysis &Pointers, Placement &Places,
                                 KernelModel &Kernel)
    : F(F), View(View), Tags(Tags), Exprs(Exprs), Pointers(Pointers),
      Places(Places), Kernel(Kernel) {}

void AccessCollector::collectShared() {
  for (Instruction &I : instructions(F))
    visit(I);
  Kernel.NumShared = Kernel.Accesses.size();
  CollectedShared = true;
}

void AccessCollector::collectOthers(MemorySpaces Spaces, KernelAnalyses A) {
  CollectsOthers = true;
  Wanted = Spaces;
  Exprs.readAlignments();
  if (Wanted.contains(MemorySpace::Local)) {
    Locals.emplace(F, A, Exprs, *Kernel.Context);
    for (AllocaInst *Variable : Locals->inMemory())
      addLocal(*Variable);
  }
  for (Instruction &I : instructions(F))
    visit(I);
}

void AccessCollector::addLocal(AllocaInst &Variable) {
  LocalVariable Local;
  Local.Bytes = Variable.getAllocationSize(F.getDataLayout())
                    .value_or(TypeSize::getFixed(0))
                    .getFixedValue();
  Local.Symbol = Exprs.build(&Variable)->index();
  // What has no name of the user is called by a phrase.
  if (StringRef Name = Kernel.Context->symbolAt(Local.Symbol).Name;
      !Name.contains(' '))
    Local.Name = Name.str();
  for (const User *By : Variable.users())
    if (const auto *Copy = dyn_cast<MemTransferInst>(By))
      if (const auto *From = dyn_cast<Argument>(Copy->getRawSource()))
        Local.IsParameter |= From->hasByValAttr();
  if (const Instruction *Taker = Locals->takerOf(Variable))
    Local.HandedOn = Tags.placeOf(*Taker);
  Kernel.Locals.push_back(std::move(Local));
}

std::vector<const SourceVariable *>
AccessCollector::arraysIn(const LaneExpr *Address) {
  std::vector<const SourceVariable *> Arrays;
  const LaneContext &C = *Kernel.Context;
  forEachBelow(Address,
               [&](const LaneExpr *E, SmallVectorImpl<const LaneExpr *> &Rest) {
                 addCarried(C, E, Rest);
                 if (E->op() != LaneOp::Symbol)
                   return;
                 // A counter may stand for an expression of itself.
                 Rest.push_back(Exprs.standsFor(E->index()));
                 const GlobalVariable *G = Exprs.arrayOf(E->index());
                 if (!G || (!CollectsOthers && !sharedVariable(G)))
                   return;
                 if (const SourceVariable *V = View.variable(G->getName()))
                   Arrays.push_back(V);
               });
  return Arrays;
}

AccessCollector::Target AccessCollector::targetOf(PointerBases Bases,
                                                  const LaneExpr *Address) {
  Target T;
  T.Spaces = Bases.spaces();
  T.NotKnown = std::move(Bases.NotKnown);
  // Large expressions are walked only where that has something to tell.
  const bool LeadsToOneArray = T.Spaces.isOnly(MemorySpace::Shared) &&
                               Bases.SharedArrays.size() == 1 &&
                               !Bases.SharedOutsideArrays;
  if (Address && !LeadsToOneArray)
    T.Arrays = arraysIn(Address);
  if (T.Arrays.empty())
    for (const GlobalVariable *G : Bases.SharedArrays)
      if (const SourceVariable *V = View.variable(G->getName()))
        T.Arrays.push_back(V);
  return T;
}

static AccessEffect effectOf(RequestKind Kind) {
  switch (Kind) {
  case RequestKind::SharedStore:
  case RequestKind::CpAsync:
  case RequestKind::CpAsyncCached:
  case RequestKind::StMatrixX1:
  case RequestKind::StMatrixX2:
  case RequestKind::StMatrixX4:
    return AccessEffect::Write;
  default:
    return AccessEffect::Read;
  }
}

/// Instructions are named for shared memory at first.
static std::string named(std::string Instruction, MemorySpaces Spaces) {
  static constexpr std::pair<MemorySpace, StringRef> Names[] = {
      {MemorySpace::Cluster, ".shared::cluster"},
      {MemorySpace::Global, ".global"},
      {MemorySpace::Local, ".local"},
      {MemorySpace::Constant, ".const"},
      {MemorySpace::Parameter, ".param"}};
  size_t At = Instruction.find(".shared");
  if (At == std::string::npos || Spaces.contains(MemorySpace::Shared))
    return Instruction;
  StringRef Name;
  for (auto [Space, Word] : Names)
    if (Spaces.isOnly(Space))
      Name = Word;
  return Instruction.replace(At, StringRef(".shared").size(), Name);
}

KernelAccess *AccessCollector::add(Instruction &I, const LaneExpr *Address,
                                   Target Where, RequestKind Kind,
                                   unsigned Bytes, std::string Instruction) {
  if (!isWanted(Where.Spaces))
    return nullptr;
  // Variables of the function have no tag.
  const SourceAccess *Source =
      CollectsOthers ? Tags.placeOf(I) : Tags.sourceOf(I);
  if (!Source) {
    Tags.omit(I, Kernel.Name, messages::AccessNowhere());
    return nullptr;
  }
  KernelAccess A;
  A.Source = Source;
  A.Spaces = Where.Spaces;
  A.Kind = Kind;
  A.Effect = effectOf(Kind);
  A.BytesPerLane = Bytes;
  A.Instruction = named(std::move(Instruction), Where.Spaces);
  A.Address = Address ? Exprs.atHeader(I.getParent(), Address) : nullptr;
  A.Arrays = std::move(Where.Arrays);
  if (!CollectsOthers && Where.Spaces.contains(MemorySpace::Shared) &&
      !Where.Spaces.isOnly(MemorySpace::Shared))
    A.MayLeadElsewhere = Where.NotKnown.empty()
                             ? messages::MayPointElsewhere()
                             : messages::MayPointElsewhereWhy(Where.NotKnown);
  Places.place(I, A);
  if (A.Address)
    A.KnownAlign = knownMultiple(*Kernel.Context, A.Address);
  // Every instruction wants its operand aligned to the width that it names.
  A.TypeAlign = Bytes ? Bytes & -Bytes : 1;
  if (CollectsOthers)
    noteBases(A);
  Kernel.Accesses.push_back(std::move(A));
  Origins.push_back(&I);
  return &Kernel.Accesses.back();
}

/// CUDA C++ Programming Guide, "Device Memory Accesses": variables in global
/// memory and what the runtime allocates begin at multiples of 256 bytes.
static constexpr uint64_t AllocationAlign = 256;

void AccessCollector::noteBases(const KernelAccess &A) {
  if (!A.Address)
    return;
  LaneContext &C = *Kernel.Context;
  forEachNode(C, A.Address, [&](const LaneExpr *E) {
    if (E->op() != LaneOp::Symbol || !Exprs.isPointer(E->index()) ||
        !BaseSymbols.insert(E->index()).second)
      return;
    AddressBase Base;
    Base.Symbol = E->index();
    Base.AssumedAlign = C.symbolAt(Base.Symbol).MultipleOf;
    const GlobalVariable *G = Exprs.arrayOf(Base.Symbol);
    if (!Exprs.isLocalVariable(Base.Symbol) &&
        (!G || memoryOf(G->getAddressSpace()) == MemorySpace::Global))
      Base.AssumedAlign = std::max(Base.AssumedAlign, AllocationAlign);
    Kernel.Bases.push_back(Base);
  });
}

void AccessCollector::joinSides(KernelAccess &A, const Instruction &I) {
  const unsigned Own = &A - Kernel.Accesses.data();
  auto [It, IsFirst] = OneSides.try_emplace(&I, Own);
  if (IsFirst)
    return;
  A.OtherSide = It->second;
  Kernel.Accesses[It->second].OtherSide = Own;
}

KernelAccess *AccessCollector::add(Instruction &I, Value *Pointer,
                                   RequestKind Kind, unsigned Bytes,
                                   std::string Instruction) {
  const LaneExpr *Address = Exprs.build(Pointer);
  PointerBases Bases = Pointers.basesOf(Pointer);
  const bool MayBeRemote = Bases.Found.contains(MemorySpace::Cluster);
  if (Bases.IsMapped && Kind == RequestKind::SharedLoad)
    Kind = RequestKind::SharedGenericLoad;
  Target Where = targetOf(std::move(Bases), Address);
  KernelAccess *A = add(I, Address, Where, Kind, Bytes, std::move(Instruction));
  if (A && MayBeRemote)
    setRemote(*A);
  return A;
}

void AccessCollector::setRemote(KernelAccess &A) {
  const bool IsCertain = A.Spaces.isOnly(MemorySpace::Cluster);
  if (IsCertain && A.Source->Verb == AccessVerb::Atomic)
    A.Kind = RequestKind::RemoteUpdate;
  else if (IsCertain && A.Kind == RequestKind::SharedLoad)
    A.Kind = RequestKind::RemoteLoad;
  else if (IsCertain && A.Kind == RequestKind::SharedStore)
    A.Kind = RequestKind::RemoteStore;
  if (isOfShared(A.Kind)) {
    A.Obstacle = messages::RemoteNotModeled();
    return;
  }
  A.Assumptions = {messages::OfAnotherBlock()};
  if (A.Kind == RequestKind::RemoteUpdate)
    A.Assumptions.push_back(messages::RemoteTurnsOfLanes());
  A.Obstacle.clear();
}

/// nvcc drops a load that is not volatile if no value of it is needed. (Of shared
/// memory that is known with how its requests are issued; of PTX it is not known
/// what reads a register.)
static bool isDropped(const Instruction &I) {
  if (!isa<LoadInst>(I) || !I.use_empty() || I.isAtomic() ||
      I.getMetadata(VolatileInSource))
    return false;
  const NvccEffort Effort = effortOf(*I.getModule());
  return Effort != NvccEffort::None && Effort != NvccEffort::Assembler;
}

/// A load or a store. Those that are not volatile are the function's own
/// (PointerOrigin.h).
void AccessCollector::visitPlain(Instruction &I) {
  if (CollectsOthers ? isDropped(I) : !I.isVolatile())
    return;
  Value *Pointer = getLoadStorePointerOperand(&I);
  const LocalArrays::Fate Fate = fateOf(*Pointer);
  if (Fate == LocalArrays::Fate::InRegisters)
    return;
  const bool IsLoad = isa<LoadInst>(I);
  const uint64_t Bytes =
      I.getDataLayout().getTypeStoreSize(getLoadStoreType(&I)).getFixedValue();
  KernelAccess *A = add(
      I, Pointer, IsLoad ? RequestKind::SharedLoad : RequestKind::SharedStore,
      Bytes, IsLoad ? "ld.shared" : "st.shared");
  if (!A)
    return;
  A->TypeAlign = getLoadStoreAlignment(&I).value();
  A->MayBeInRegister = Fate == LocalArrays::Fate::Perhaps;
  A->IsPlaceComputed = Locals && A->Spaces.isOnly(MemorySpace::Local) &&
                       Locals->isComputed(Pointer);
}

void AccessCollector::visit(Instruction &I) {
  if (isa<LoadInst, StoreInst>(I))
    return visitPlain(I);
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
    return visitAtomic(I);
  if (auto *Copy = dyn_cast<MemIntrinsic>(&I))
    return visitMemIntrinsic(*Copy);
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return visitIntrinsic(*Intrinsic);
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    if (Call->isInlineAsm())
      return visitAsm(*Call);
    visitCall(*Call);
  }
}

void AccessCollector::visitMemIntrinsic(MemIntrinsic &I) {
  // Only copies that could not be taken apart are left.
  auto *Transfer = dyn_cast<MemTransferInst>(&I);
  auto AddSide = [&](Value *Pointer, RequestKind Kind) {
    const LocalArrays::Fate Fate = fateOf(*Pointer);
    if (Fate == LocalArrays::Fate::InRegisters)
      return;
    KernelAccess *A = add(I, Pointer, Kind, CollectsOthers ? 0 : 1,
                          Transfer ? "memcpy" : "memset");
    if (!A)
      return;
    if (Transfer && Kind == RequestKind::SharedStore)
      A->Source = Tags.partOf(I, /*Part=*/1, AccessVerb::Store);
    A->Obstacle = messages::CopyLengthUnknown();
    A->MayBeInRegister = Fate == LocalArrays::Fate::Perhaps;
    joinSides(*A, I);
  };
  AddSide(I.getRawDest(), RequestKind::SharedStore);
  if (Transfer)
    AddSide(Transfer->getRawSource(), RequestKind::SharedLoad);
}

void AccessCollector::visitAsyncCopy(IntrinsicInst &I, StringRef Name) {
  // "ca.shared.global.16", after which ".s" may stand.
  bool IsCached = Name.consume_front("ca.shared.global.");
  if (!IsCached && !Name.consume_front("cg.shared.global."))
    return;
  unsigned Bytes = 0;
  if (Name.consumeInteger(10, Bytes))
    return;
  const char *Instruction = IsCached ? "cp.async.ca" : "cp.async.cg";
  auto AddSide = [&](unsigned Operand, RequestKind Kind, unsigned Bytes) {
    KernelAccess *A =
        add(I, I.getArgOperand(Operand), Kind, Bytes, Instruction);
    if (A) {
      Tags.setVerb(I, AccessVerb::CpAsync);
      joinSides(*A, I);
    }
    return A;
  };
  KernelAccess *A = AddSide(0, asyncCopyKind(IsCached, Bytes), Bytes);
  if (A && IsCached)
    A->Assumptions.push_back(CoalescedSource);
  if (!CollectsOthers)
    return; // The source is in global memory.
  auto *Size =
      I.arg_size() > 2 ? dyn_cast<ConstantInt>(I.getArgOperand(2)) : nullptr;
  AddSide(1, RequestKind::SharedLoad, Size ? Size->getZExtValue() : Bytes);
}

RequestKind matrixKind(bool IsLoad, unsigned Matrices) {
  switch (Matrices) {
  case 4:
    return IsLoad ? RequestKind::LdMatrixX4 : RequestKind::StMatrixX4;
  case 2:
    return IsLoad ? RequestKind::LdMatrixX2 : RequestKind::StMatrixX2;
  default:
    return IsLoad ? RequestKind::LdMatrixX1 : RequestKind::StMatrixX1;
  }
}

void AccessCollector::visitMatrix(IntrinsicInst &I, StringRef Name) {
  const bool IsLoad = Name.starts_with("ld");
  const unsigned Matrices = Name.contains(".x4")   ? 4
                            : Name.contains(".x2") ? 2
                                                   : 1;
  if (add(I, I.getArgOperand(0), matrixKind(IsLoad, Matrices), 16,
          (IsLoad ? "ldmatrix.x" : "stmatrix.x") + std::to_string(Matrices)))
    Tags.setVerb(I, IsLoad ? AccessVerb::LdMatrix : AccessVerb::StMatrix);
}

void AccessCollector::visitIntrinsic(IntrinsicInst &I) {
  StringRef Name = I.getCalledFunction()->getName();
  if (!Name.consume_front("llvm.nvvm."))
    return;
  if (Name.starts_with("wmma."))
    visitWmma(I, Name);
  else if (Name.consume_front("cp.async."))
    visitAsyncCopy(I, Name);
  else if (Name.starts_with("ldmatrix.") || Name.starts_with("stmatrix."))
    visitMatrix(I, Name);
  else if (Name.consume_front("atomic."))
    visitAtomicIntrinsic(I, Name);
  else if (CollectsOthers &&
           (Name.starts_with("ldg.global.") || Name.starts_with("ldu.global.")))
    add(I, I.getArgOperand(0), RequestKind::SharedLoad,
        I.getDataLayout().getTypeStoreSize(I.getType()).getFixedValue(),
        "ld.shared");
}

void AccessCollector::visitCall(CallBase &Call) {
  // Recursive functions, all that inlining leaves, were named when found.
  if (Call.getCalledFunction() || CollectsOthers)
    return;
  Tags.omit(Call, Kernel.Name, messages::CallThroughPointer());
}

} // namespace warplint
