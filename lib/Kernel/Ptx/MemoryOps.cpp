//===- MemoryOps.cpp - What a memory instruction says of itself -----------===//

#include "MemoryOps.h"
#include "Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {
/// Fills one PtxMemoryOp. Each fill function answers whether the operands fit.
class Describer {
public:
  Describer(const Statement &S, const OpcodeMeaning &Meaning,
            const Constraints &OfCall, const CallBase &Call)
      : S(S), Meaning(Meaning), OfCall(OfCall), Call(Call) {
    Op.Kind = Meaning.Memory;
    if (S.hasGuard())
      Op.Guard = argument(S.Guard);
    Op.Name = join(ArrayRef(S.Opcode).take_front(Meaning.HeadLength), ".");
  }

  std::optional<PtxMemoryOp> describe();

private:
  bool fillPerLane();
  bool fillAtomic();
  bool fillAsyncCopy();
  bool fillMatrix();
  bool fillFragment();
  bool fillBulk();
  bool fillDescriptors();
  bool fillOther();

  bool has(StringRef Part) const { return hasPart(S.Opcode, Part); }
  /// The argument that `$N` stands for; nothing for anything else.
  PtxArgument argument(Tokens Operand) const;
  PtxArgument argument(unsigned I) const {
    return I < S.Operands.size() ? argument(S.Operands[I]) : std::nullopt;
  }
  std::optional<unsigned> findAddress(unsigned From) const;
  PtxLocation locate(Tokens Operand, std::optional<PtxSpace> Space) const;
  bool locateAt(unsigned I, PtxLocation &Out,
                std::optional<PtxSpace> Space) const;
  std::optional<PtxSpace> onlySpace() const;
  unsigned bytesOfType() const {
    return typeBits(typeOf(S.Opcode)) * vectorLength(S.Opcode) / 8;
  }
  void nameParts(function_ref<bool(StringRef)> Keep);

  const Statement &S;
  const OpcodeMeaning Meaning;
  const Constraints &OfCall;
  const CallBase &Call;
  PtxMemoryOp Op;
};
} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

PtxArgument Describer::argument(Tokens Operand) const {
  if (Operand.size() != 1 || Operand[0].Kind != TokenKind::Operand ||
      Operand[0].Number >= OfCall.Operands.size())
    return std::nullopt;
  return OfCall.Operands[Operand[0].Number].Argument;
}

std::optional<unsigned> Describer::findAddress(unsigned From) const {
  for (unsigned I = From; I < S.Operands.size(); ++I)
    if (addressOf(S.Operands[I]))
      return I;
  return std::nullopt;
}

PtxLocation Describer::locate(Tokens Operand,
                              std::optional<PtxSpace> Space) const {
  PtxLocation Location;
  Tokens Address = *addressOf(Operand);
  // [map, {c0, c1}]: a tensor map and coordinates.
  auto *Comma = find_if(Address, [](const Token &T) { return T.is(','); });
  Location.IsTensorMap = Comma != Address.end();
  Location.Address = argument(Tokens(Address.begin(), Comma));
  Location.IsGeneric = !Space || *Space == PtxSpace::Generic;
  Location.Space = Space.value_or(PtxSpace::Generic);
  return Location;
}

bool Describer::locateAt(unsigned I, PtxLocation &Out,
                         std::optional<PtxSpace> Space) const {
  const auto Found = findAddress(I);
  if (Found != I)
    return false;
  Out = locate(S.Operands[I], Space);
  return true;
}

std::optional<PtxSpace> Describer::onlySpace() const {
  const auto Spaces = spacesOf(S.Opcode);
  if (Spaces.empty())
    return std::nullopt;
  return Spaces.front();
}

/// Appends the parts of the opcode behind its head that matter, in the order of
/// the opcode; the block's own shared memory is always called "shared".
void Describer::nameParts(function_ref<bool(StringRef)> Keep) {
  for (StringRef Part : ArrayRef(S.Opcode).drop_front(Meaning.HeadLength))
    if (Keep(Part))
      Op.Name += "." + (Part == "shared::cta" ? "shared" : Part.str());
}

static bool isSpacePart(StringRef Part) { return spaceOf(Part).has_value(); }

static bool isVectorPart(StringRef Part) {
  return Part == "v2" || Part == "v4" || Part == "v8";
}

//===----------------------------------------------------------------------===//
// Loads, stores and atomics
//===----------------------------------------------------------------------===//

/// ld d, [a]   st [a], b
bool Describer::fillPerLane() {
  nameParts(isSpacePart);
  nameParts(isVectorPart);
  Op.BytesPerLane = bytesOfType();
  const unsigned AddressAt = Op.Kind == PtxMemoryKind::Load ? 1 : 0;
  return Op.BytesPerLane > 0 && S.Operands.size() >= 2 &&
         locateAt(AddressAt, Op.Location, onlySpace());
}

static bool isAtomicOperation(StringRef Part) {
  return StringSwitch<bool>(Part)
      .Cases({"add", "min", "max", "inc", "dec"}, true)
      .Cases({"and", "or", "xor", "exch", "cas"}, true)
      .Default(false);
}

/// atom d, [a], b{, c}   red [a], b   red.async [a], b, [mbar]
bool Describer::fillAtomic() {
  nameParts(isSpacePart);
  nameParts(isAtomicOperation);
  nameParts([](StringRef P) { return isVectorPart(P) || typeBits(P) > 0; });
  PtxAtomic Atomic;
  const auto *Operation = find_if(S.Opcode, isAtomicOperation);
  Op.BytesPerLane = bytesOfType();
  const unsigned AddressAt = Op.Kind == PtxMemoryKind::Atomic ? 1 : 0;
  if (Operation == S.Opcode.end() || Op.BytesPerLane == 0 ||
      !locateAt(AddressAt, Op.Location, onlySpace()) ||
      S.Operands.size() < AddressAt + 2)
    return false;
  Atomic.Operation = Operation->str();
  const unsigned Length = vectorLength(S.Opcode);
  Atomic.Type = Length > 1 ? "v" + std::to_string(Length) + "." : "";
  Atomic.Type += typeOf(S.Opcode).str();
  Atomic.Operand = argument(AddressAt + 1);
  Op.Atomic = std::move(Atomic);
  return true;
}

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

/// cp.async.ca [dst], [src], bytes{, source bytes | ignore}{, cache policy}
bool Describer::fillAsyncCopy() {
  nameParts([](StringRef P) { return P == "ca" || P == "cg"; });
  const auto Spaces = spacesOf(S.Opcode);
  PtxLocation Source;
  if (Spaces.size() != 2 || S.Operands.size() < 3 ||
      !locateAt(0, Op.Location, Spaces[0]) || !locateAt(1, Source, Spaces[1]))
    return false;
  Op.Source = std::move(Source);
  Op.Bytes = argument(2);
  const size_t WithoutPolicy =
      S.Operands.size() - (has("L2::cache_hint") ? 1 : 0);
  if (WithoutPolicy < 4)
    return true;
  const PtxArgument Last = argument(3);
  const bool IsPredicate =
      Last && Call.getArgOperand(*Last)->getType()->isIntegerTy(1);
  (IsPredicate ? Op.IgnoreSource : Op.SourceBytes) = Last;
  return true;
}

//===----------------------------------------------------------------------===//
// Matrices and fragments
//===----------------------------------------------------------------------===//

/// ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {..}, [p]
/// The shapes and the row addresses that each needs: PTX ISA 9.0, ldmatrix and
/// stmatrix. m16n16 has 16 rows of 16 one-byte elements; .m16n8 of stmatrix is
/// stored transposed, in 8 rows of 16.
bool Describer::fillMatrix() {
  nameParts([](StringRef P) {
    return P == "m16n16" || P == "m8n16" || P == "m16n8"; // m8n8 is usual
  });
  nameParts([](StringRef P) { return P == "x1" || P == "x2" || P == "x4"; });
  nameParts([](StringRef P) { return P == "trans"; });
  const bool IsLoad = Op.Kind == PtxMemoryKind::LoadMatrix;
  PtxMatrix Matrix;
  Matrix.Count = has("x4") ? 4 : has("x2") ? 2 : has("x1") ? 1 : 0;
  Matrix.RowsPerMatrix = has("m16n16") ? 16 : 8;
  Matrix.Transposed = has("trans");
  Matrix.ElementBits = has("b16") ? 16 : 8;
  const bool KnownShape =
      has("m8n8") || has("m16n16") || has("m8n16") || has("m16n8");
  if (!KnownShape || Matrix.Count == 0 || Matrix.rowGroups() > 4 ||
      !locateAt(IsLoad ? 1 : 0, Op.Location, onlySpace()))
    return false;
  // Generic addresses have to point into shared memory here.
  Op.Location.Space = PtxSpace::Shared;
  Op.BytesPerLane = 16;
  Op.Matrix = Matrix;
  return true;
}

/// m16n16k16 and the like.
static bool parseShape(StringRef Part, PtxFragment &Fragment) {
  return Part.consume_front("m") && !Part.consumeInteger(10, Fragment.M) &&
         Part.consume_front("n") && !Part.consumeInteger(10, Fragment.N) &&
         Part.consume_front("k") && !Part.consumeInteger(10, Fragment.K) &&
         Part.empty();
}

/// wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {..}, [p]{, stride}
/// wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [p], {..}{, stride}
bool Describer::fillFragment() {
  const bool IsLoad = Op.Kind == PtxMemoryKind::WmmaLoad;
  PtxFragment Fragment;
  bool KnownShape = false;
  for (StringRef Part : S.Opcode)
    KnownShape |= parseShape(Part, Fragment);
  if (!KnownShape || S.Opcode.size() < 3 || S.Opcode[2].size() != 1 ||
      S.Operands.size() < 2 ||
      !locateAt(IsLoad ? 1 : 0, Op.Location, onlySpace()))
    return false;
  Fragment.Matrix = S.Opcode[2].front();
  Fragment.RowMajor = !has("col");
  Fragment.Type = typeOf(S.Opcode).str();
  Fragment.Stride = argument(2);
  nameParts([&](StringRef P) {
    return P == S.Opcode[2] || P == "row" || P == "col" || isSpacePart(P) ||
           typeBits(P) > 0;
  });
  Op.Fragment = std::move(Fragment);
  return true;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// cp.async.bulk.dst.src [dst], [src], size, ...   with a tensor: no size.
/// cp.async.bulk.prefetch.L2.src [src]{, size}   st.bulk [dst], size, value
bool Describer::fillBulk() {
  nameParts([](StringRef P) {
    return isSpacePart(P) || (P.size() == 2 && P[1] == 'd' && isDigit(P[0]));
  });
  const auto Spaces = spacesOf(S.Opcode);
  const bool IsCopy = Op.Kind != PtxMemoryKind::BulkFill &&
                      Op.Kind != PtxMemoryKind::BulkPrefetch;
  std::optional<PtxSpace> First, Second;
  if (!Spaces.empty())
    First = Spaces[0];
  if (Spaces.size() > 1)
    Second = Spaces[1];
  PtxLocation Source;
  if (!locateAt(0, Op.Location, First) ||
      (IsCopy && !locateAt(1, Source, Second)))
    return false;
  if (IsCopy)
    Op.Source = std::move(Source);
  const unsigned SizeAt = IsCopy ? 2 : 1;
  if (SizeAt < S.Operands.size() && !addressOf(S.Operands[SizeAt]))
    Op.Bytes = argument(SizeAt);
  return true;
}

/// wgmma.mma_async d, a | {a..}, b, ...   tcgen05.mma [d], a | [a], b, ...
/// tcgen05.cp [d], a: every scalar from 1 on up to b is a descriptor.
bool Describer::fillDescriptors() {
  const bool IsCopy = S.Opcode[1] == "cp";
  const unsigned Last = IsCopy ? 1 : 2;
  if (S.Operands.size() <= Last)
    return false;
  for (unsigned I = 1; I <= Last; ++I) {
    if (isVector(S.Operands[I]) || addressOf(S.Operands[I]))
      continue;
    if (PtxArgument Descriptor = argument(I))
      Op.Descriptors.push_back(*Descriptor);
  }
  Op.Location.Space = PtxSpace::Shared;
  return true;
}

/// Families of which the caller needs to know no more than where they point.
bool Describer::fillOther() {
  nameParts([&](StringRef P) { return P == S.Opcode[1] || isSpacePart(P); });
  std::optional<PtxSpace> Space = onlySpace();
  if (Op.Kind == PtxMemoryKind::TensorMemory)
    Space = PtxSpace::Tensor;
  else if (Op.Kind == PtxMemoryKind::Texture)
    Space = PtxSpace::Global;
  const auto Found = findAddress(0);
  if (!Found)
    return false;
  Op.Location = locate(S.Operands[*Found], Space);
  if (Op.Kind == PtxMemoryKind::Texture)
    Op.Location.IsTensorMap = false;
  if (Op.Kind == PtxMemoryKind::AsyncStore ||
      Op.Kind == PtxMemoryKind::Multimem)
    Op.BytesPerLane = bytesOfType();
  return true;
}

std::optional<PtxMemoryOp> Describer::describe() {
  bool Fits = false;
  switch (Op.Kind) {
  case PtxMemoryKind::Load:
  case PtxMemoryKind::Store:
    Fits = fillPerLane();
    break;
  case PtxMemoryKind::Atomic:
  case PtxMemoryKind::Reduction:
  case PtxMemoryKind::AsyncReduction:
    Fits = fillAtomic();
    break;
  case PtxMemoryKind::AsyncCopy:
    Fits = fillAsyncCopy();
    break;
  case PtxMemoryKind::LoadMatrix:
  case PtxMemoryKind::StoreMatrix:
    Fits = fillMatrix();
    break;
  case PtxMemoryKind::WmmaLoad:
  case PtxMemoryKind::WmmaStore:
    Fits = fillFragment();
    break;
  case PtxMemoryKind::BulkCopy:
  case PtxMemoryKind::BulkReduction:
  case PtxMemoryKind::TensorCopy:
  case PtxMemoryKind::TensorReduction:
  case PtxMemoryKind::BulkPrefetch:
  case PtxMemoryKind::BulkFill:
    Fits = fillBulk();
    break;
  case PtxMemoryKind::DescriptorMma:
    Fits = fillDescriptors();
    break;
  case PtxMemoryKind::AsyncStore:
  case PtxMemoryKind::Multimem:
  case PtxMemoryKind::TensorMemory:
  case PtxMemoryKind::Texture:
  case PtxMemoryKind::CacheHint:
  case PtxMemoryKind::Other:
    Fits = fillOther();
    break;
  }
  // Brackets that hold no address.
  Fits &= Op.Location.Address || Op.Kind == PtxMemoryKind::DescriptorMma;
  Fits &= !Op.Source || Op.Source->Address;
  if (!Fits)
    return std::nullopt;
  return std::move(Op);
}

std::optional<PtxMemoryOp>
warplint::ptx::describeMemoryOp(const Statement &S, const Constraints &OfCall,
                                const CallBase &Call) {
  return Describer(S, meaningOf(S.Opcode), OfCall, Call).describe();
}
