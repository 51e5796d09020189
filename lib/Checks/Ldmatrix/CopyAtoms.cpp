//===- CopyAtoms.cpp - CuTe's Copy_Atoms against its TiledMMAs ------------===//
//
// make_tiled_copy_A(copy atom, tiled product) takes A of a tile apart into copies.
// How many matrices of 8 rows of 16 bytes one warp has of it follows from the types:
//
//   MMA_Atom                      16x8x16 of 16 bits: A 16 x 16, B 8 x 16
//   AtomLayoutMNK                 how many warps there are along m, n, k
//   PermutationMNK                the tile of all warps; _ as much as they have
//   (ValLayoutMNK, before 3.5     how often a warp repeats the atom)
//
// With 16x8x16, Layout<Shape<_2,_2,_1>> and Tile<_32,_32,_16> a warp has of B
// 32 / 2 x 16 elements, 2 x 2 matrices: one ldmatrix.x4.
//
//===----------------------------------------------------------------------===//

#include "LdmatrixFindings.h"
#include "warplint/Finding/Wording.h"
#include "warplint/Frontend/Places.h"
#include "warplint/Kernel/ClangView.h"
#include "warplint/Messages/Checks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"
#include <array>

using namespace llvm;
using namespace clang;

namespace warplint {
namespace {

/// A size along m, n and k each.
using SizeMNK = std::array<uint64_t, 3>;

bool isInCute(const Decl &D) {
  for (const DeclContext *In = D.getDeclContext(); In; In = In->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(In))
      if (Space->getName() == "cute" || Space->getName() == "cutlass")
        return true;
  return false;
}

/// The arguments of \p Type where it is an instance of cute's template \p Name.
std::optional<SmallVector<TemplateArgument, 4>> argumentsOf(QualType Type,
                                                            StringRef Name) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  const auto *Instance =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(Record);
  if (!Instance || Instance->getName() != Name || !isInCute(*Instance))
    return std::nullopt;
  SmallVector<TemplateArgument, 4> Arguments;
  for (const TemplateArgument &A : Instance->getTemplateArgs().asArray())
    if (A.getKind() == TemplateArgument::Pack)
      append_range(Arguments, A.pack_elements());
    else
      Arguments.push_back(A);
  return Arguments;
}

QualType typeAt(ArrayRef<TemplateArgument> Arguments, size_t N) {
  return N < Arguments.size() &&
                 Arguments[N].getKind() == TemplateArgument::Type
             ? Arguments[N].getAsType()
             : QualType();
}

/// The operation of MMA_Atom<Op>, MMA_Atom<MMA_Traits<Op>>, Copy_Atom<Op, T> and
/// Copy_Atom<Copy_Traits<Op>, T>, by its name.
StringRef operationOf(QualType Type, StringRef Atom, StringRef Traits) {
  auto Arguments = argumentsOf(Type, Atom);
  QualType Op = Arguments ? typeAt(*Arguments, 0) : QualType();
  if (Op.isNull())
    return "";
  if (auto Inner = argumentsOf(Op, Traits))
    Op = typeAt(*Inner, 0);
  const CXXRecordDecl *Record =
      Op.isNull() ? nullptr : Op->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() ? Record->getName() : "";
}

/// The product of all numbers in C<n>, tuple<...> and Layout<shape, ...>;
/// nothing where something else is in it.
std::optional<uint64_t> sizeOf(QualType Type) {
  if (Type.isNull())
    return std::nullopt;
  if (auto Number = argumentsOf(Type, "C")) {
    if (Number->size() != 1 ||
        Number->front().getKind() != TemplateArgument::Integral)
      return std::nullopt;
    return Number->front().getAsIntegral().getZExtValue();
  }
  if (auto Layout = argumentsOf(Type, "Layout"))
    return sizeOf(typeAt(*Layout, 0));
  auto Tuple = argumentsOf(Type, "tuple");
  if (!Tuple)
    return std::nullopt;
  uint64_t Product = 1;
  for (size_t N = 0; N != Tuple->size(); ++N) {
    const auto Size = sizeOf(typeAt(*Tuple, N));
    if (!Size)
      return std::nullopt;
    Product *= *Size;
  }
  return Product;
}

bool isUnderscore(QualType Type) {
  const CXXRecordDecl *Record =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() &&
         Record->getName() == "Underscore" && isInCute(*Record);
}

/// The modes of Layout<Shape<...>>: those that are not there are 1.
std::optional<SizeMNK> modesOf(QualType Type) {
  auto Layout = Type.isNull() ? std::nullopt : argumentsOf(Type, "Layout");
  auto Shape = Layout && !typeAt(*Layout, 0).isNull()
                   ? argumentsOf(typeAt(*Layout, 0), "tuple")
                   : std::nullopt;
  if (!Shape || Shape->size() > 3)
    return std::nullopt;
  SizeMNK Modes = {1, 1, 1};
  for (size_t N = 0; N != Shape->size(); ++N) {
    const auto Size = sizeOf(typeAt(*Shape, N));
    if (!Size)
      return std::nullopt;
    Modes[N] = *Size;
  }
  return Modes;
}

unsigned bitsOf(StringRef Type) {
  return StringSwitch<unsigned>(Type)
      .Cases({"F16", "BF16"}, 16)
      .Cases({"TF32", "F32"}, 32)
      .Cases({"S8", "U8", "E4M3", "E5M2"}, 8)
      .Cases({"S4", "U4"}, 4)
      .Default(0);
}

/// What one warp has of a tile.
struct WarpTile {
  SizeMNK Size;
  unsigned BitsA = 0, BitsB = 0;
};

/// Of a TiledMMA whose atom is one of mma.sync: "SM80_16x8x16_F32F16F16F32_TN".
std::optional<WarpTile> tileOf(QualType TiledMma) {
  auto Arguments = argumentsOf(TiledMma, "TiledMMA");
  if (!Arguments || Arguments->size() < 2)
    return std::nullopt;
  const StringRef Name =
      operationOf(typeAt(*Arguments, 0), "MMA_Atom", "MMA_Traits");
  static const Regex Form("^SM(75|80|89)_([0-9]+)x([0-9]+)x([0-9]+)_"
                          "([A-Z]+[0-9]+(M[0-9])?)([A-Z]+[0-9]+(M[0-9])?)"
                          "([A-Z]+[0-9]+(M[0-9])?)([A-Z]+[0-9]+(M[0-9])?)_TN");
  SmallVector<StringRef, 16> Parts;
  if (!Form.match(Name, &Parts))
    return std::nullopt;
  WarpTile Tile;
  for (unsigned N = 0; N != 3; ++N)
    if (Parts[2 + N].getAsInteger(10, Tile.Size[N]))
      return std::nullopt;
  Tile.BitsA = bitsOf(Parts[7]);
  Tile.BitsB = bitsOf(Parts[9]);
  const auto Warps = modesOf(typeAt(*Arguments, 1));
  if (!Tile.BitsA || !Tile.BitsB || !Warps)
    return std::nullopt;
  if (Arguments->size() == 2)
    return Tile;
  if (const auto Repeats = modesOf(typeAt(*Arguments, 2))) {
    for (unsigned N = 0; N != 3; ++N)
      Tile.Size[N] *= (*Repeats)[N];
    return Tile;
  }
  auto Whole = argumentsOf(typeAt(*Arguments, 2), "tuple");
  if (!Whole || Whole->size() > 3)
    return std::nullopt;
  for (size_t N = 0; N != Whole->size(); ++N) {
    const QualType Mode = typeAt(*Whole, N);
    if (isUnderscore(Mode))
      continue;
    const auto Size = sizeOf(Mode);
    if (!Size || *Size % (Tile.Size[N] * (*Warps)[N]))
      return std::nullopt;
    Tile.Size[N] = *Size / (*Warps)[N];
  }
  return Tile;
}

/// The matrices that an LDSM copies; 0 for other operations.
unsigned matricesOf(StringRef Operation) {
  return StringSwitch<unsigned>(Operation)
      .Cases({"SM75_U32x1_LDSM_N", "SM75_U16x2_LDSM_T"}, 1)
      .Cases({"SM75_U32x2_LDSM_N", "SM75_U16x4_LDSM_T"}, 2)
      .Cases({"SM75_U32x4_LDSM_N", "SM75_U16x8_LDSM_T"}, 4)
      .Default(0);
}

/// The one that copies so many.
std::string operationFor(uint64_t Matrices, bool IsTransposed) {
  return IsTransposed ? "SM75_U16x" + utostr(2 * Matrices) + "_LDSM_T"
                      : "SM75_U32x" + utostr(Matrices) + "_LDSM_N";
}

/// Calls in a function, and the functions of the user that it calls.
class CallVisitor : public DynamicRecursiveASTVisitor {
public:
  bool VisitCallExpr(CallExpr *Call) override {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return true;
    if (!isInCute(*Callee)) {
      if (const FunctionDecl *Defined = Callee->getDefinition())
        Functions.insert(Defined);
    } else if (Callee->getIdentifier() && Call->getNumArgs() >= 2 &&
               (Callee->getName() == "make_tiled_copy_A" ||
                Callee->getName() == "make_tiled_copy_B")) {
      Copies.push_back(Call);
    }
    return true;
  }

  SetVector<const FunctionDecl *> Functions;
  std::vector<const CallExpr *> Copies;
};

std::optional<Finding> findingOn(const CallExpr &Copy,
                                 const SourceManager &SM) {
  const char Operand = Copy.getDirectCallee()->getName().back();
  const StringRef Operation =
      operationOf(Copy.getArg(0)->getType(), "Copy_Atom", "Copy_Traits");
  const unsigned Used = matricesOf(Operation);
  const auto Tile = tileOf(Copy.getArg(1)->getType());
  if (!Used || !Tile)
    return std::nullopt;
  const uint64_t Rows = Tile->Size[Operand == 'A' ? 0 : 1];
  const uint64_t Depth = Tile->Size[2];
  const unsigned Bits = Operand == 'A' ? Tile->BitsA : Tile->BitsB;
  const uint64_t Matrices = Rows / 8 * (Depth * Bits / 128);
  const unsigned Fitting = Matrices % 4 == 0 ? 4 : Matrices % 2 == 0 ? 2 : 1;
  if (Matrices == 0 || Fitting <= Used)
    return std::nullopt;
  Finding F;
  F.Level = Severity::Remark;
  F.Where = placeOf(SM, Copy.getBeginLoc());
  const uint64_t Now = Matrices / Used, Then = Matrices / Fitting;
  F.Metrics.push_back({"instructions", Now, Then, "instructions/warp"});
  F.Message = messages::NarrowAtom(
      Operation, counted(Now, "instruction"), Operand,
      operationFor(Fitting, Operation.ends_with("_T")), Then);
  F.Notes.push_back({F.Where,
                     messages::AtomElements(Rows, Depth, Bits, Matrices),
                     NoteKind::Figure});
  return F;
}

} // namespace

std::vector<Finding> findCopyAtoms(FileFacts &Facts) {
  if (!Facts.clang())
    return {};
  CallVisitor Visitor;
  for (const JudgedKernel &K : Facts.kernels())
    if (K.Kernel->Declaration && !K.IsAssumed && !Facts.isInDoubt(K))
      if (const FunctionDecl *Defined =
              ClangView::declOf(*K.Kernel->Declaration).getDefinition())
        Visitor.Functions.insert(Defined);
  for (size_t N = 0; N != Visitor.Functions.size(); ++N)
    Visitor.TraverseStmt(Visitor.Functions[N]->getBody());
  const SourceManager &SM = Facts.clang()->ast().getSourceManager();
  std::map<SourcePlace, Finding> Found;
  for (const CallExpr *Copy : Visitor.Copies)
    if (auto F = findingOn(*Copy, SM))
      Found.try_emplace(F->Where, std::move(*F));
  std::vector<Finding> All;
  for (auto &[Where, F] : Found)
    All.push_back(std::move(F));
  return All;
}

} // namespace warplint
