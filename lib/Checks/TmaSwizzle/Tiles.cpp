//===- Tiles.cpp - Tiles that the copy engine fills or empties ------------===//

#include "Tiles.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Kernel/ClangView.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace warplint {

//===----------------------------------------------------------------------===//
// Modes in types
//===----------------------------------------------------------------------===//

/// Calls \p Visit with the arguments of \p Type, those of its arguments, and so
/// on.
static void forEachInstance(
    clang::QualType Type,
    function_ref<void(const clang::ClassTemplateSpecializationDecl &)> Visit) {
  SmallVector<clang::QualType> Work = {Type};
  SmallPtrSet<const clang::Decl *, 16> Seen;
  auto Add = [&](const clang::TemplateArgument &A) {
    if (A.getKind() == clang::TemplateArgument::Type)
      Work.push_back(A.getAsType());
  };
  while (!Work.empty()) {
    const auto *Instance =
        dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
            Work.pop_back_val().getNonReferenceType()->getAsCXXRecordDecl());
    if (!Instance || !Seen.insert(Instance).second)
      continue;
    Visit(*Instance);
    for (const clang::TemplateArgument &A :
         Instance->getTemplateArgs().asArray())
      if (A.getKind() == clang::TemplateArgument::Pack)
        for_each(A.pack_elements(), Add);
      else
        Add(A);
  }
}

/// Swizzle<bits, 4, 3> of byte addresses.
static std::optional<SwizzleMode> modeOf(clang::QualType Type) {
  const auto *Instance =
      dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
          Type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Instance || Instance->getName() != "Swizzle" ||
      Instance->getTemplateArgs().size() != 3)
    return std::nullopt;
  SmallVector<int64_t, 3> Numbers;
  for (const clang::TemplateArgument &A : Instance->getTemplateArgs().asArray())
    if (A.getKind() == clang::TemplateArgument::Integral)
      Numbers.push_back(A.getAsIntegral().getExtValue());
  if (Numbers.size() != 3 || Numbers[1] != SwizzleBase ||
      Numbers[2] != SwizzleShift || Numbers[0] < 0 || Numbers[0] > 3)
    return std::nullopt;
  return SwizzleMode(Numbers[0]);
}

/// Of C<bits>.
static uint64_t bytesOf(const clang::TemplateArgument &A) {
  const auto *Instance =
      A.getKind() == clang::TemplateArgument::Type
          ? dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
                A.getAsType().getNonReferenceType()->getAsCXXRecordDecl())
          : nullptr;
  if (!Instance || Instance->getTemplateArgs().size() != 1 ||
      Instance->getTemplateArgs()[0].getKind() !=
          clang::TemplateArgument::Integral)
    return 0;
  return Instance->getTemplateArgs()[0].getAsIntegral().getZExtValue() / 8;
}

static std::optional<TensorMapRecord> mapInArguments(clang::QualType Type) {
  std::optional<SwizzleMode> Found;
  uint64_t Bytes = 0;
  bool IsOne = true;
  forEachInstance(
      Type, [&](const clang::ClassTemplateSpecializationDecl &Instance) {
        const clang::TemplateArgumentList &Arguments =
            Instance.getTemplateArgs();
        if (Instance.getName() == "Copy_Traits" && Arguments.size() == 2 &&
            Arguments[1].getKind() == clang::TemplateArgument::Pack &&
            Arguments[1].pack_size() == 2)
          Bytes = bytesOf(Arguments[1].pack_begin()[0]);
        if (Instance.getName() != "AuxTmaParams" || Arguments.size() != 3 ||
            Arguments[2].getKind() != clang::TemplateArgument::Type)
          return;
        const auto Mode = modeOf(Arguments[2].getAsType());
        IsOne &= Mode && (!Found || *Found == *Mode);
        Found = Mode;
      });
  if (!Found || !IsOne)
    return std::nullopt;
  TensorMapRecord Map;
  Map.Mode = *Found;
  Map.ElementBytes = 1;
  const uint64_t Row = spanOf(*Found) ? spanOf(*Found) : Bytes;
  if (Bytes)
    Map.Box = {Row, Bytes / Row};
  return Map;
}

/// Of the innermost member of \p Type around the byte \p Offset whose type says so.
static std::optional<TensorMapRecord>
mapAt(const clang::ASTContext &Context, clang::QualType Type, uint64_t Offset) {
  const clang::RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || Record->isInvalidDecl() || Record->isDependentType())
    return std::nullopt;
  const clang::ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  auto In = [&](clang::QualType Member,
                uint64_t Start) -> std::optional<TensorMapRecord> {
    const uint64_t Size = Context.getTypeSizeInChars(Member).getQuantity();
    if (Offset < Start || Offset >= Start + Size)
      return std::nullopt;
    return mapAt(Context, Member, Offset - Start);
  };
  if (const auto *Class = dyn_cast<clang::CXXRecordDecl>(Record))
    for (const clang::CXXBaseSpecifier &Base : Class->bases())
      if (const auto *Of = Base.getType()->getAsCXXRecordDecl();
          Of && !Base.isVirtual())
        if (auto Map =
                In(Base.getType(), Layout.getBaseClassOffset(Of).getQuantity()))
          return Map;
  for (const clang::FieldDecl *Field : Record->fields())
    if (auto Map = In(Field->getType().getNonReferenceType(),
                      Layout.getFieldOffset(Field->getFieldIndex()) /
                          Context.getCharWidth()))
      return Map;
  return mapInArguments(Type);
}

std::optional<TensorMapRecord> mapInType(const clang::FunctionDecl &Kernel,
                                         const TensorMapOperand &Map) {
  if (*Map.Parameter >= Kernel.getNumParams())
    return std::nullopt;
  return mapAt(Kernel.getASTContext(),
               Kernel.getParamDecl(*Map.Parameter)->getType(), Map.Offset);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Tiles::Tiles(const JudgedKernel &K, LaunchCase &Case, ClangView *Clang)
    : K(K), Case(Case), Clang(Clang) {
  for (const TensorCopy &Copy : K.Kernel->Tensors.Copies)
    addCopy(Copy);
}

/// Adds those of the conditions that make up \p Guard which no unknown decides.
static void addGuards(const LaneContext &C, const LaneExpr *Guard,
                      std::vector<const LaneExpr *> &To) {
  if (!Guard)
    return;
  if (Guard->op() == LaneOp::And) {
    for (const LaneExpr *Part : Guard->operands())
      addGuards(C, Part, To);
    return;
  }
  bool IsDecided = true;
  forEachNode(C, Guard, [&](const LaneExpr *E) {
    IsDecided &= E->op() != LaneOp::Symbol && E->op() != LaneOp::Opaque;
  });
  if (IsDecided)
    To.push_back(Guard);
}

PlaceSamples Tiles::sampled(const KernelPlace &At, SampledAddress Of,
                            uint64_t ArrayPlace) const {
  const LaneContext &C = *K.Kernel->Context;
  addGuards(C, Case.Known(At.Guard), Of.Guards);
  for (unsigned Loop : At.Loops)
    addGuards(C, C.loopAt(Case.Known.loop(Loop)).Continue, Of.Guards);
  return {C, Of, Case.Record.Shape, ArrayPlace};
}

PlaceSamples Tiles::samplesOf(const KernelPlace &At, const LaneExpr *Address,
                              uint64_t ArrayPlace) const {
  return sampled(At, {Case.Known(Address), {}, AllLanes, /*IsForPlaces=*/true},
                 ArrayPlace);
}

const PlaceSamples &Tiles::samplesOf(const KernelAccess &A) const {
  auto It = Taken.find(&A);
  if (It == Taken.end()) {
    PlaceSamples New =
        sampled(A, {Case.Known(A.Address), {}, lanesWithAddress(A.Kind)}, 0);
    It = Taken.try_emplace(&A, std::move(New)).first;
  }
  return It->second;
}

void Tiles::addCopy(const TensorCopy &Copy) {
  MappedCopy New;
  New.Copy = &Copy;
  if (Copy.Map.Parameter) {
    for (const TensorMapRecord &Map : Case.Record.TensorMaps)
      if (Map.Parameter == *Copy.Map.Parameter && Map.Offset == Copy.Map.Offset)
        New.Map = Map;
    if (!New.Map && K.Kernel->Declaration && Clang)
      New.Map = mapInType(ClangView::declOf(*K.Kernel->Declaration), Copy.Map);
  }
  const PlaceSamples At = samplesOf(Copy, Copy.Tile);
  New.Array = At.onlyArray();
  if (At.isKnown()) {
    New.Places = At.places();
    New.Alignment = repeatOf(SwizzleMode::Bytes128);
    auto Look = [&](const std::set<uint64_t> &Places) {
      for (uint64_t Place : Places)
        if (Place)
          New.Alignment = std::min(New.Alignment, Place & -Place);
    };
    Look(New.Places);
    // The array may begin at any multiple of what it is aligned to.
    if (K.Kernel->Context->symbolAt(*New.Array).MultipleOf < New.Alignment)
      Look(samplesOf(Copy, Copy.Tile, 1).places());
  }
  Copies.push_back(std::move(New));
}

static bool mayBeAnywhere(const MappedCopy &Copy) {
  return Copy.Places.empty() || Copy.bytes() == 0;
}

static bool isIn(uint64_t Place, const MappedCopy &Copy) {
  if (Copy.Places.empty())
    return false;
  const uint64_t Bytes = Copy.bytes();
  if (Bytes == 0)
    return true;
  auto Next = Copy.Places.upper_bound(Place);
  return Next != Copy.Places.begin() && Place < *std::prev(Next) + Bytes;
}

std::optional<TileAt> Tiles::tileAt(const PlaceSamples &Of, bool Filled,
                                    Extent How) const {
  if (!Of.isKnown() || Of.places().empty())
    return std::nullopt;
  std::vector<const MappedCopy *> Holding;
  for (const MappedCopy &M : Copies) {
    if (M.Copy->FillsTile != Filled || (M.Array && *M.Array != Of.array()))
      continue;
    if (!M.Array)
      return std::nullopt;
    if (How == Extent::Some || mayBeAnywhere(M) ||
        any_of(Of.places(), [&](uint64_t P) { return isIn(P, M); }))
      Holding.push_back(&M);
  }
  auto IsHeld = [&](uint64_t P) {
    return any_of(Holding, [&](const MappedCopy *M) { return isIn(P, *M); });
  };
  if (Holding.empty() || (How == Extent::All && !all_of(Of.places(), IsHeld)))
    return std::nullopt;
  for (const MappedCopy *M : Holding)
    if (!M->Map || M->Map->Mode != Holding.front()->Map->Mode)
      return std::nullopt;
  // The one that holds the first place, of several tiles with one mode.
  const auto First = find_if(Holding, [&](const MappedCopy *M) {
    return isIn(*Of.places().begin(), *M) ||
           (How == Extent::Some && mayBeAnywhere(*M));
  });
  if (First == Holding.end())
    return std::nullopt;
  return TileAt{(*First)->Map->Mode, *First};
}

bool Tiles::mayTouch(const KernelAccess &A, bool Filled) const {
  auto IsInArrayOf = [&](const MappedCopy &M) {
    return !M.Array || A.Arrays.empty() ||
           any_of(A.Arrays, [&](const SourceVariable *V) {
             return V->Name == nameOf(*M.Array);
           });
  };
  return any_of(Copies, [&](const MappedCopy &M) {
    if (M.Copy->FillsTile != Filled || !IsInArrayOf(M))
      return false;
    const PlaceSamples &At = samplesOf(A);
    if (At.isElsewhere())
      return false;
    if (!M.Array || !At.isKnown())
      return true;
    const uint64_t Last = std::max(A.BytesPerLane, 1U) - 1;
    // No thread that was tried gets there: others may.
    return *M.Array == At.array() && (mayBeAnywhere(M) || At.places().empty() ||
                                      any_of(At.places(), [&](uint64_t P) {
                                        return isIn(P, M) || isIn(P + Last, M);
                                      }));
  });
}

} // namespace warplint
