//===- ArrayUsesOfKernel.cpp - An array's size, and who else uses it ------===//

#include "ArraySurveyor.h"
#include "warplint/Kernel/SourceText.h"
#include "warplint/Messages/Layouts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <numeric>

using namespace llvm;
using namespace clang;

namespace warplint {

/// No block has more dynamic shared memory (227 KB), and rows of many lengths
/// divide it.
static constexpr uint64_t MostBytes = 15 << 14;

/// Bytes that every launch of the kernels that use the array gives it; else the
/// most, and \p To has what is known of them.
uint64_t ArraySurveyor::dynamicBytes(ArrayInstance &To) {
  std::optional<uint64_t> Bytes;
  uint64_t Multiple = 0;
  bool IsKnown = true;
  for (const JudgedKernel *K : users())
    for (const auto &Case : K->Launches) {
      const LaunchRecord &R = Case->Record;
      IsKnown &=
          R.DynamicSharedBytes && (!Bytes || Bytes == R.DynamicSharedBytes);
      Bytes = R.DynamicSharedBytes;
      Multiple = std::gcd(Multiple, Bytes.value_or(R.DynamicSharedMultiple));
    }
  if (IsKnown && Bytes)
    return *Bytes;
  To.SizeMultiple = std::max<uint64_t>(Multiple, 1);
  return MostBytes;
}

/// Whether a library declares \p D, or its type, a structure: CUB's TempStorage.
static bool isOfLibrary(const ASTContext &Context, const ValueDecl &D) {
  const RecordDecl *Record = D.getType()->getAsRecordDecl();
  const SourceManager &SM = Context.getSourceManager();
  return SM.isInSystemHeader(D.getLocation()) ||
         (Record && SM.isInSystemHeader(Record->getLocation()));
}

std::optional<ArrayShape> ArraySurveyor::shapeOf(ArrayInstance &To) {
  ArrayShape Shape;
  QualType Type = Array.declaration().getType();
  SourcePlace Where = declarationPlace(Context, *Array.Variable);
  if (isOfLibrary(Context, Array.declaration())) {
    Result.Report.IsOfLibrary = true;
    block(Where, messages::OfLibrary());
    return std::nullopt;
  }
  while (const clang::ArrayType *A = Context.getAsArrayType(Type)) {
    const auto *C = dyn_cast<ConstantArrayType>(A);
    Shape.Extents.push_back(C ? C->getZExtSize() : 0);
    Type = A->getElementType();
  }
  if (Shape.Extents.empty() || Type->isIncompleteType()) {
    block(Where, Type->isUnionType()    ? messages::IsUnion()
                 : Type->isRecordType() ? messages::IsStruct()
                                        : messages::IsNoArray());
    return std::nullopt;
  }
  Shape.ElementBytes = Context.getTypeSizeInChars(Type).getQuantity();
  if (isDynamic(Array) && Array.isMember()) {
    // What a launch passes is that of the structure, or follows something else.
    const uint64_t Least = bytesAround(Context, Array);
    for (const JudgedKernel *K : users())
      for (const auto &Case : K->Launches)
        if (Case->Record.DynamicSharedBytes.value_or(Least) < Least) {
          block(Where, messages::LaunchTooSmall(
                           *Case->Record.DynamicSharedBytes, Least));
          return std::nullopt;
        }
  } else if (isDynamic(Array)) {
    uint64_t Rest = Shape.ElementBytes;
    for (uint64_t E : ArrayRef(Shape.Extents).drop_front())
      Rest *= E;
    Shape.Extents[0] = Rest ? dynamicBytes(To) / Rest : 0;
  }
  if (Array.Offset % 4)
    block(Where, messages::StartsInWord(Array.Variable->getNameAsString()));
  // Elements of half a row of banks have nowhere to go.
  constexpr unsigned MostElementBytes = 63;
  const bool IsLarge = Shape.ElementBytes > MostElementBytes;
  if (IsLarge || is_contained(Shape.Extents, 0u)) {
    block(Where,
          !IsLarge ? messages::HasNoElements()
          : Type->isRecordType()
              ? messages::LargeStructs(Shape.ElementBytes)
              : messages::LargeElements(Shape.ElementBytes, MostElementBytes));
    return std::nullopt;
  }
  return Shape;
}

/// Where some access is of a part of an element (the x of a float4), the parts
/// are the elements of the search, and stay together. No access is of 12 bytes:
/// a float3 has three parts.
void ArraySurveyor::splitElements(ArrayProblem &To) {
  ArrayShape &Shape = To.Array;
  constexpr unsigned MostPart = 16;
  unsigned Part = std::min(Shape.ElementBytes & -Shape.ElementBytes, MostPart);
  for (const auto &[In, A] : Own)
    if (A->BytesPerLane)
      Part = std::min(Part, A->BytesPerLane);
  if (Shape.ElementBytes % Part)
    return;
  To.LeastRun = Shape.ElementBytes / Part;
  Shape.ElementBytes = Part;
  Shape.Extents.back() *= To.LeastRun;
}

/// The block beside the array: what it has as well, and its threads.
void ArraySurveyor::setBudget(ArrayInstance &To) {
  MemoryBudget &Budget = To.Problem.Budget;
  if (auto On = lookupTarget(Report.Architecture))
    Budget.On = *On;
  // A structure may grow where its launches are known to pass its size: that they
  // do so afterwards is seen in the edited source.
  Budget.IsStatic =
      !isDynamic(Array) ||
      (Array.isMember() && all_of(users(), [](const JudgedKernel *K) {
         return all_of(K->Launches, [](const auto &Case) {
           return Case->Record.DynamicSharedBytes.has_value();
         });
       }));
  Budget.IsOfLaunch = Budget.IsStatic && isDynamic(Array);
  if (!Budget.IsStatic)
    Budget.MostBytes = To.Problem.Array.bytes();
  for (const JudgedKernel *User : users()) {
    const JudgedKernel &K = *User;
    SmallPtrSet<const SourceVariable *, 8> Others;
    uint64_t Bytes = VariableBytes - To.Problem.Array.bytes();
    for (const KernelAccess &A : K.Kernel->sharedAccesses())
      for (const SourceVariable *V : A.Arrays)
        if (V != Variable && Others.insert(V).second)
          Bytes += V->Bytes;
    Budget.OtherBytes = std::max(Budget.OtherBytes, Bytes);
    for (const auto &Case : K.Launches) {
      const LaunchShape &S = Case->Record.Shape;
      if (S.X && S.Y && S.Z)
        Budget.ThreadsPerBlock =
            std::max(Budget.ThreadsPerBlock, *S.X * *S.Y * *S.Z);
    }
  }
}

static StringRef useText(SharedUseKind Kind) {
  switch (Kind) {
  case SharedUseKind::RegionCopy:
    return messages::OfCopyEngine;
  case SharedUseKind::Descriptor:
    return messages::OfDescriptor;
  case SharedUseKind::Barrier:
    return messages::HoldsBarrier;
  case SharedUseKind::Copy:
    return messages::CopiedAsBlock;
  case SharedUseKind::Call:
    return messages::PassedToUnknown;
  case SharedUseKind::Stored:
    return messages::AddressStored;
  case SharedUseKind::Distributed:
    return messages::OfCluster;
  case SharedUseKind::Assembly:
    return messages::PassedToAssembly;
  }
  return "";
}

void ArraySurveyor::blockUses(const JudgedKernel &In, bool MakesPointers) {
  for (const SharedUse &Use : In.Kernel->Uses) {
    if (Use.Array != Variable && (Use.Array || !MakesPointers))
      continue;
    SourcePlace Where;
    if (Use.Source)
      Where = {Use.Source->File, Use.Source->Line, Use.Source->Column};
    const std::string Why = useText(Use.Kind).str() +
                            (Use.What.empty() ? "" : " (" + Use.What + ")");
    if (Use.Kind != SharedUseKind::Call && Use.Kind != SharedUseKind::Stored) {
      block(Where, Why);
      continue;
    }
    // What is done by way of it is not among the figures.
    Result.LeavesOut = Result.Report.IsEstimate = true;
    leaveOut(Where, Why);
  }
}

/// What else \p In may do with the array.
void ArraySurveyor::blockKernel(const JudgedKernel &In, bool MakesPointers) {
  blockUses(In, MakesPointers);
  Result.Report.IsAssumed |= In.IsAssumed;
  if (In.IsAssumed)
    block(declarationPlace(Context, *Array.Variable),
          messages::ArgumentsAssumed(In.Names.Name + In.Names.Arguments));
  for (const KernelAccess &Access : In.Kernel->sharedAccesses()) {
    if (MakesPointers && Access.Arrays.empty())
      block(placeOf(Access), messages::MayUseIt());
    if (isDynamic(Array))
      for (const SourceVariable *Other : Access.Arrays)
        if (Other != Variable && isDynamic(ClangView::declOf(*Other)))
          block(Other->Declared, messages::SameMemory(Other->Name));
  }
}

} // namespace warplint
