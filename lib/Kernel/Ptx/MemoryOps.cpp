//===- MemoryOps.cpp - What a memory instruction says of itself -----------===//

#include "Opcodes.h"
#include "Residue.h"
#include "warplint/Warp/Fragment.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;
using namespace warplint;
using namespace warplint::ptx;

namespace {
/// Fills one PtxMemoryOp. Each fill function answers whether the operands fit.
class Describer {
public:
  Describer(const Statement &S, const Constraints &OfCall, const CallBase &Call)
      : S(S), Meaning(meaningOf(S.Opcode)), Spaces(spacesOf(S.Opcode)),
        OfCall(OfCall), Call(Call) {
    Op.Kind = Meaning.Memory;
    Op.Name = join(ArrayRef(S.Opcode).take_front(Meaning.HeadLength), ".");
  }

  std::optional<PtxMemoryOp> describe();

private:
  bool fill();
  bool fillPerLane();
  bool fillAtomic();
  bool fillAsyncCopy();
  bool fillMatrix();
  bool fillFragment();
  bool fillRegion();
  bool fillDescriptors();
  bool fillOther();

  bool has(StringRef Part) const { return is_contained(S.Opcode, Part); }
  bool is(PtxMemoryKind Kind) const { return Op.Kind == Kind; }
  PtxArgument argument(unsigned I) const {
    return I < S.Operands.size() ? argumentOf(S.Operands[I], OfCall)
                                 : std::nullopt;
  }
  bool isAddress(unsigned I) const {
    return I < S.Operands.size() && addressOf(S.Operands[I]);
  }
  bool locateAt(unsigned I, PtxLocation &Out, unsigned NumberOfSpace = 0) const;
  unsigned vectorLengthOf() const {
    const auto *V = find_if(S.Opcode, vectorLength);
    return V == S.Opcode.end() ? 1 : vectorLength(*V);
  }
  unsigned bytesOfType() const {
    return typeBits(typeOf(S.Opcode)) * vectorLengthOf() / 8;
  }
  void nameParts(function_ref<bool(StringRef)> Keep);

  const Statement &S;
  const OpcodeMeaning Meaning;
  const SmallVector<MemorySpace, 2> Spaces;
  const Constraints &OfCall;
  const CallBase &Call;
  PtxMemoryOp Op;
};
} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// False where operand \p I is no address.
bool Describer::locateAt(unsigned I, PtxLocation &Out,
                         unsigned NumberOfSpace) const {
  if (!isAddress(I))
    return false;
  Tokens Address = *addressOf(S.Operands[I]);
  // [map, {c0, c1}]: a tensor map and coordinates.
  auto *Comma = find_if(Address, [](const Token &T) { return T.is(','); });
  Out.Address = argumentOf(Tokens(Address.begin(), Comma), OfCall);
  if (NumberOfSpace < Spaces.size())
    Out.Spaces = Spaces[NumberOfSpace];
  return true;
}

/// Appends the parts of the opcode behind its head that matter, in the order of
/// the opcode; the block's own shared memory is always called "shared".
void Describer::nameParts(function_ref<bool(StringRef)> Keep) {
  for (StringRef Part : ArrayRef(S.Opcode).drop_front(Meaning.HeadLength))
    if (Keep(Part))
      Op.Name += "." + (Part == "shared::cta" ? "shared" : Part.str());
}

static bool isSpacePart(StringRef Part) { return spaceOf(Part).has_value(); }

//===----------------------------------------------------------------------===//
// Loads, stores and atomics
//===----------------------------------------------------------------------===//

/// ld d, [a]   st [a], b
bool Describer::fillPerLane() {
  nameParts(isSpacePart);
  nameParts(vectorLength);
  Op.BytesPerLane = bytesOfType();
  return Op.BytesPerLane > 0 && S.Operands.size() >= 2 &&
         locateAt(is(PtxMemoryKind::Load) ? 1 : 0, Op.Location);
}

static bool isAtomicOperation(StringRef Part) {
  return is_contained(
      {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"},
      Part);
}

/// atom d, [a], b{, c}   red [a], b   red.async [a], b, [mbar]
bool Describer::fillAtomic() {
  nameParts(isSpacePart);
  nameParts(isAtomicOperation);
  nameParts([](StringRef P) { return vectorLength(P) || typeBits(P); });
  const auto *Operation = find_if(S.Opcode, isAtomicOperation);
  Op.BytesPerLane = bytesOfType();
  const unsigned AddressAt = is(PtxMemoryKind::Atomic) ? 1 : 0;
  if (Operation == S.Opcode.end() || Op.BytesPerLane == 0 ||
      !locateAt(AddressAt, Op.Location) || S.Operands.size() < AddressAt + 2)
    return false;
  const unsigned Length = vectorLengthOf();
  std::string Vector = Length > 1 ? "v" + std::to_string(Length) + "." : "";
  Op.Atomic = {Operation->str(), Vector + typeOf(S.Opcode).str(),
               argument(AddressAt + 1)};
  return true;
}

/// cp.async.ca [dst], [src], bytes{, source bytes | ignore}{, cache policy}
bool Describer::fillAsyncCopy() {
  nameParts([](StringRef P) { return P == "ca" || P == "cg"; });
  if (Spaces.size() != 2 || S.Operands.size() < 3 ||
      !locateAt(0, Op.Location) || !locateAt(1, Op.Source.emplace(), 1))
    return false;
  Op.Bytes = argument(2);
  const PtxArgument Last = S.Operands.size() > (has("L2::cache_hint") ? 4u : 3u)
                               ? argument(3)
                               : std::nullopt;
  // A predicate tells the lanes that write zeros.
  if (Last && !Call.getArgOperand(*Last)->getType()->isIntegerTy(1))
    Op.SourceBytes = Last;
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
    return is_contained({"m16n16", "m8n16", "m16n8"}, P); // m8n8 is usual
  });
  nameParts([](StringRef P) { return P == "x1" || P == "x2" || P == "x4"; });
  nameParts([](StringRef P) { return P == "trans"; });
  const unsigned Count = has("x4") ? 4 : has("x2") ? 2 : has("x1") ? 1 : 0;
  Op.RowGroups = has("m16n16") ? 2 * Count : Count;
  const bool KnownShape =
      has("m8n8") || has("m16n16") || has("m8n16") || has("m16n8");
  if (!KnownShape || Op.RowGroups == 0 || Op.RowGroups > 4 ||
      !locateAt(is(PtxMemoryKind::LoadMatrix) ? 1 : 0, Op.Location))
    return false;
  // Generic addresses have to point into shared memory here.
  Op.Location.Spaces = MemorySpace::Shared;
  Op.BytesPerLane = 16;
  return true;
}

/// wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {..}, [p]{, stride}
/// wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [p], {..}{, stride}
bool Describer::fillFragment() {
  SmallVector<StringRef, 8> Parts(S.Opcode);
  erase_if(Parts, isSpacePart);
  Op.Fragment = join(Parts, ".");
  if (!parseFragment(Op.Fragment) || S.Operands.size() < 2 ||
      !locateAt(is(PtxMemoryKind::WmmaLoad) ? 1 : 0, Op.Location))
    return false;
  Op.Stride = argument(2);
  nameParts([&](StringRef P) {
    return P == S.Opcode[2] || P == "row" || P == "col" || isSpacePart(P) ||
           typeBits(P) > 0;
  });
  return true;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// cp.async.bulk.dst.src [dst], [src], ...   cp.async.bulk.prefetch.L2.src
/// [src], ...   st.bulk [dst], ...
bool Describer::fillRegion() {
  nameParts([](StringRef P) {
    return isSpacePart(P) || (P.size() == 2 && P[1] == 'd' && isDigit(P[0]));
  });
  return locateAt(0, Op.Location) && (!is(PtxMemoryKind::RegionCopy) ||
                                      locateAt(1, Op.Source.emplace(), 1));
}

/// wgmma.mma_async d, a | {a..}, b, ...   tcgen05.mma [d], a | [a], b, ...
/// tcgen05.cp [d], a: every scalar from 1 on up to b is a descriptor.
bool Describer::fillDescriptors() {
  const unsigned Last = S.Opcode[1] == "cp" ? 1 : 2;
  for (unsigned I = 1; I <= Last && I < S.Operands.size(); ++I)
    if (PtxArgument Descriptor = argument(I))
      Op.Descriptors.push_back(*Descriptor);
  Op.Location.Spaces = MemorySpace::Shared;
  return S.Operands.size() > Last;
}

/// Families of which the caller needs to know no more than where they point.
bool Describer::fillOther() {
  nameParts([&](StringRef P) { return P == S.Opcode[1] || isSpacePart(P); });
  unsigned At = 0;
  while (At < S.Operands.size() && !isAddress(At))
    ++At;
  if (!locateAt(At, Op.Location))
    return false;
  if (is(PtxMemoryKind::TensorMemory))
    Op.Location.Spaces = MemorySpaces();
  else if (is(PtxMemoryKind::Texture))
    Op.Location.Spaces = MemorySpace::Global;
  else if (is(PtxMemoryKind::AsyncStore))
    Op.BytesPerLane = bytesOfType();
  return true;
}

bool Describer::fill() {
  switch (Op.Kind) {
  case PtxMemoryKind::Load:
  case PtxMemoryKind::Store:
    return fillPerLane();
  case PtxMemoryKind::Atomic:
  case PtxMemoryKind::Reduction:
  case PtxMemoryKind::AsyncReduction:
    return fillAtomic();
  case PtxMemoryKind::AsyncCopy:
    return fillAsyncCopy();
  case PtxMemoryKind::LoadMatrix:
  case PtxMemoryKind::StoreMatrix:
    return fillMatrix();
  case PtxMemoryKind::WmmaLoad:
  case PtxMemoryKind::WmmaStore:
    return fillFragment();
  case PtxMemoryKind::RegionCopy:
  case PtxMemoryKind::RegionPrefetch:
  case PtxMemoryKind::RegionFill:
    return fillRegion();
  case PtxMemoryKind::DescriptorMma:
    return fillDescriptors();
  case PtxMemoryKind::AsyncStore:
  case PtxMemoryKind::TensorMemory:
  case PtxMemoryKind::Texture:
  case PtxMemoryKind::Other:
    return fillOther();
  }
  return false;
}

std::optional<PtxMemoryOp> Describer::describe() {
  // Brackets may hold no address.
  if (!fill() || (Op.Source && !Op.Source->Address) ||
      (!Op.Location.Address && !is(PtxMemoryKind::DescriptorMma)))
    return std::nullopt;
  return std::move(Op);
}

PtxArgument warplint::ptx::argumentOf(Tokens Operand,
                                      const Constraints &OfCall) {
  if (Operand.size() != 1 || Operand[0].Kind != TokenKind::Operand ||
      Operand[0].Number >= OfCall.Operands.size())
    return std::nullopt;
  return OfCall.Operands[Operand[0].Number].Argument;
}

std::optional<PtxMemoryOp>
warplint::ptx::describeMemoryOp(const Statement &S, const Constraints &OfCall,
                                const CallBase &Call) {
  return Describer(S, OfCall, Call).describe();
}
