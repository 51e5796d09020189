//===- Descriptors.cpp - What the tensor cores read, against the map ------===//

#include "Lane/Expr/LaneWalk.h"
#include "TmaFindings.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Messages/Checks.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// Bits 0 to 13 of a descriptor, and what they have to be multiplied with.
constexpr uint64_t AddressMask = 0x3fff;
constexpr unsigned AddressShift = 4;

struct ReadMatrix {
  const MatrixDescriptor *Descriptor = nullptr;
  std::optional<TileAt> Tile;
};

class DescriptorReader {
public:
  DescriptorReader(const TiledKernel &T, TmaFindings &To) : T(T), To(To) {}

  void run();

private:
  std::optional<TileAt> tileOf(const MatrixDescriptor &D) const;
  void reportWrong(const MatrixDescriptor &D, const TileAt &Tile);
  void reportKernel(ArrayRef<ReadMatrix> Read);
  bool isTouchedByLanes() const;
  /// The arrays in an address.
  std::string arraysIn(const LaneExpr *Address) const;

  const TiledKernel &T;
  TmaFindings &To;
};

} // namespace

/// The tile that a descriptor's matrix begins in.
std::optional<TileAt>
DescriptorReader::tileOf(const MatrixDescriptor &D) const {
  LaneContext &C = *T.K.Kernel->Context;
  const LaneExpr *Address = C.binary(
      LaneOp::Shl,
      C.binary(LaneOp::And, D.Value, C.constant(AddressMask, D.Value->width())),
      C.constant(AddressShift, D.Value->width()));
  const PlaceSamples At = T.Of.samplesOf(D, Address);
  if (auto Tile = T.Of.tileAt(At, /*Filled=*/true))
    return Tile;
  return T.Of.tileAt(At, /*Filled=*/true, Tiles::Extent::Some);
}

static void addOnce(std::vector<std::string> &Lines, std::string Line) {
  if (!is_contained(Lines, Line))
    Lines.push_back(std::move(Line));
}

static std::string describe(const MatrixDescriptor &D) {
  return std::string("operand ") + D.Operand + " of this " + D.Instruction;
}

void DescriptorReader::reportWrong(const MatrixDescriptor &D,
                                   const TileAt &Tile) {
  const AccessRecord At = T.recordAt(D);
  Finding F =
      T.findingAt(At, Severity::Warning,
                  messages::DescriptorDiffers(describe(D), nameOf(*D.Mode),
                                              T.Of.nameOf(*Tile.Copy->Array),
                                              nameOf(Tile.Mode)));
  const AccessRecord Filled = T.recordAt(*Tile.Copy->Copy);
  F.Notes.push_back(
      {Filled.Where, messages::TileFilledHere(), NoteKind::Figure});
  T.addMap(*Tile.Copy, F);
  addOrigin(At, F);
  To.add(std::string("descriptor ") + D.Operand, std::move(F));
}

bool DescriptorReader::isTouchedByLanes() const {
  return any_of(T.K.Kernel->sharedAccesses(), [&](const KernelAccess &A) {
    return T.Of.mayTouch(A, /*Filled=*/true);
  });
}

std::string DescriptorReader::arraysIn(const LaneExpr *Address) const {
  const LaneContext &C = *T.K.Kernel->Context;
  std::vector<std::string> Names;
  forEachBelow(Address, [&](const LaneExpr *E, auto &) {
    if (E->op() == LaneOp::Symbol &&
        C.symbolAt(E->index()).Kind == SymbolKind::ArrayBase)
      addOnce(Names, "'" + C.symbolAt(E->index()).Name + "'");
  });
  return listed(Names);
}

/// A kernel without anything for the rules of banks: what it has instead.
void DescriptorReader::reportKernel(ArrayRef<ReadMatrix> Read) {
  const KernelModel &K = *T.K.Kernel;
  if (!K.Declaration || Read.empty() || isTouchedByLanes())
    return;
  // By what can be known of each: all agree, some do not, or that is not known.
  bool IsKnown = true, Agrees = true;
  std::vector<std::string> Tiles, Matrices;
  for (const MappedCopy &M : T.Of.copies()) {
    const std::string Name =
        M.Array ? "'" + T.Of.nameOf(*M.Array).str() + "'" : "shared memory";
    if (!M.Copy->FillsTile)
      continue;
    IsKnown &= M.Map.has_value();
    std::string Map = "a tensor map";
    if (M.Copy->Map.Parameter)
      if (auto Of =
              T.Facts.view().partOf(*K.Declaration, *M.Copy->Map.Parameter, "");
          Of && !Of->Name.empty())
        Map = "tensor map '" + Of->Name + "'";
    const std::string Barrier =
        M.Copy->Barrier ? arraysIn(M.Copy->Barrier) : "";
    addOnce(Tiles,
            Map + " fills a tile in " + Name + " with " +
                (M.Map ? nameOf(M.Map->Mode) : messages::UnknownSwizzle()) +
                (Barrier.empty()
                     ? ""
                     : " and completes on a barrier in " + Barrier));
  }
  for (const ReadMatrix &R : Read) {
    const MatrixDescriptor &D = *R.Descriptor;
    const bool IsCompared = D.Mode && R.Tile;
    IsKnown &= IsCompared;
    Agrees &= !IsCompared || *D.Mode == R.Tile->Mode;
    addOnce(Matrices,
            D.Instruction + " reads operand " + D.Operand + " with " +
                (D.Mode ? nameOf(*D.Mode) : messages::UnknownSwizzle()) +
                (R.Tile ? " from a tile with " + nameOf(R.Tile->Mode)
                        : std::string(" from an unknown tile")));
  }
  if (Tiles.empty())
    return;
  const SourcePlace &Where = K.Declaration->Declared;
  Finding F;
  F.Level = Severity::Remark;
  F.IsAssumed = T.K.IsAssumed;
  F.Where = Where;
  F.Message = messages::NoLaneReads(T.K.Names.Name,
                                    !Agrees   ? messages::ModesDiffer()
                                    : IsKnown ? messages::ModesAgree()
                                              : messages::ModesUnknown());
  append_range(Tiles, Matrices);
  for (const std::string &Note : Tiles)
    F.Notes.push_back({Where, Note, NoteKind::Figure});
  if (!T.K.Names.Arguments.empty())
    F.Notes.push_back(
        {Where, "in instantiation '" +
                    shortName(T.K.Names.Name + T.K.Names.Arguments) + "'"});
  To.add("kernel", std::move(F), !Agrees ? 2 : !IsKnown);
}

void DescriptorReader::run() {
  std::vector<ReadMatrix> Read;
  for (const MatrixDescriptor &D : T.K.Kernel->Tensors.Descriptors) {
    ReadMatrix R{&D, tileOf(D)};
    if (R.Tile && D.Mode && *D.Mode != R.Tile->Mode)
      reportWrong(D, *R.Tile);
    Read.push_back(R);
  }
  reportKernel(Read);
}

void findDescriptors(const TiledKernel &T, TmaFindings &To) {
  DescriptorReader(T, To).run();
}

} // namespace warplint
