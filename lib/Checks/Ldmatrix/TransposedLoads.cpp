//===- TransposedLoads.cpp - .trans against what mma.sync takes -----------===//
//
// Of the matrices that ldmatrix reads for an operand, those that are 8 further on
// along k and those 8 further on along m or n have their registers (PTX ISA,
// "Matrix Fragments for mma.m16n8k16"):
//
//   A of k16: 0, then 8 along m, 8 along k, and both     A of k8: 0, 8 along m
//   B of k16: 0, then 8 along k
//
// A register is two elements along k: side by side in a row without .trans, one
// above the other with it. So k goes along the rows of the tile in the first case,
// and down its columns in the other. Where the addresses show the opposite, 8 along
// k one matrix below and 8 along m or n one beside, something is wrong.
//
//===----------------------------------------------------------------------===//

#include "LdmatrixFindings.h"
#include "warplint/Finding/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace warplint {
namespace {

/// Addresses of shared memory are less.
constexpr uint64_t AddressLimit = 1 << 20;
constexpr uint64_t RowBytes = 16;
constexpr unsigned RowsOfMatrix = 8;
/// Rows that are closer together may be those of a tile whose matrices are stored
/// one by one, where neither direction goes on behind a matrix. Where a matrix lies
/// beside another one, rows do go on.
constexpr uint64_t LeastPitch = 4 * RowBytes;
constexpr uint64_t LeastPitchBeside = 2 * RowBytes;

/// Where the matrix of a register begins.
struct MatrixPlace {
  unsigned FirstLane = 0; ///< That gives the address of its first row.
  int64_t Distance = 0;   ///< To be added to that address.
};

/// The matrix of a register as the addresses show it, seen from register 0.
struct Direction {
  bool IsBelow = false, IsBeside = false;
};

/// 0 where the rows of all matrices are one pitch apart, and the matrices lie in
/// the directions that are asked about.
class DirectionEvaluator final : public CaseEvaluator {
public:
  DirectionEvaluator(ArrayRef<MatrixPlace> Places, ArrayRef<Direction> Asked)
      : CaseEvaluator({.Period = int64_t(AddressLimit)}), Places(Places),
        Asked(Asked) {}

  Outcome outcomeOf(const LaneAddresses &Address,
                    LaneMask Active) const override {
    if (Active == 0)
      return {};
    auto At = [&](size_t Matrix, unsigned Row) {
      return (uint64_t(Address[Places[Matrix].FirstLane + Row]) +
              uint64_t(Places[Matrix].Distance)) %
             AddressLimit;
    };
    auto Apart = [](uint64_t To, uint64_t From) {
      return (To - From) % AddressLimit;
    };
    const uint64_t Pitch = Apart(At(0, 1), At(0, 0));
    const uint64_t Least =
        any_of(Asked, [](const Direction &D) { return D.IsBeside; })
            ? LeastPitchBeside
            : LeastPitch;
    if (Pitch < Least || Pitch > AddressLimit / 2)
      return {1, 0};
    for (size_t M = 0; M != Places.size(); ++M) {
      const uint64_t Start = (Asked[M].IsBelow ? RowsOfMatrix * Pitch : 0) +
                             (Asked[M].IsBeside ? RowBytes : 0);
      for (unsigned Row = 0; Row != RowsOfMatrix; ++Row)
        if (!(Active >> (Places[M].FirstLane + Row) & 1) ||
            Apart(At(M, Row), At(0, 0)) != Start + Row * Pitch)
          return {1, 0};
    }
    return {};
  }

private:
  std::vector<MatrixPlace> Places;
  std::vector<Direction> Asked;
};

class TransposedLoads {
public:
  TransposedLoads(const JudgedKernel &K, FileFacts &Facts, LdmatrixFindings &To)
      : K(K), Facts(Facts), To(To) {}

  void visit(const MatrixProduct &P, char Operand,
             ArrayRef<FragmentRegister> Loads);

private:
  std::optional<MatrixPlace> placeOf(const FragmentRegister &R,
                                     const FragmentRegister &First) const;
  void report(const MatrixProduct &P, char Operand, unsigned Access,
              size_t Registers);

  const JudgedKernel &K;
  FileFacts &Facts;
  LdmatrixFindings &To;
  /// Operands by what fills their first two registers, each asked about once.
  std::set<std::tuple<char, unsigned, unsigned, unsigned, unsigned>> Asked;
};

} // namespace

static bool isHalf(StringRef Type) { return Type == "f16" || Type == "bf16"; }

/// What would have to hold for .trans to be wrong, by register.
static std::vector<Direction> oppositeOf(bool IsTransposed, char Operand,
                                         size_t Registers) {
  const bool IsA = Operand == 'A';
  // Along k: beside it in the same row without .trans. The opposite: below.
  const Direction AlongK = {.IsBelow = !IsTransposed, .IsBeside = IsTransposed};
  const Direction Across = {.IsBelow = IsTransposed, .IsBeside = !IsTransposed};
  const Direction Both = {.IsBelow = true, .IsBeside = true};
  if (Registers == 2)
    return {{}, IsA ? Across : AlongK};
  return {{}, Across, AlongK, Both};
}

std::optional<MatrixPlace>
TransposedLoads::placeOf(const FragmentRegister &R,
                         const FragmentRegister &First) const {
  const KernelAccess &A = K.Kernel->Accesses[R.Access];
  const KernelAccess &B = K.Kernel->Accesses[First.Access];
  if (!StringRef(A.Instruction).starts_with("ldmatrix") || !loadsRowsOf16(A) ||
      !A.Address || A.Kind != B.Kind || isTransposed(A) != isTransposed(B))
    return std::nullopt;
  const auto Distance = distanceOf(B, A);
  return Distance
             ? std::optional(MatrixPlace{RowsOfMatrix * R.Result, *Distance})
             : std::nullopt;
}

void TransposedLoads::visit(const MatrixProduct &P, char Operand,
                            ArrayRef<FragmentRegister> Loads) {
  if ((Loads.size() != 2 && Loads.size() != 4) ||
      !isHalf(Operand == 'A' ? P.TypeA : P.TypeB))
    return;
  const FragmentRegister &First = Loads[0], &Second = Loads[1];
  std::vector<MatrixPlace> Places;
  for (const FragmentRegister &R : Loads)
    if (auto Place = placeOf(R, First))
      Places.push_back(*Place);
  if (Places.size() != Loads.size() ||
      !Asked
           .insert({Operand, First.Access, First.Result, Second.Access,
                    Second.Result})
           .second)
    return;
  const KernelAccess &A = K.Kernel->Accesses[First.Access];
  const DirectionEvaluator Evaluator(
      Places, oppositeOf(isTransposed(A), Operand, Loads.size()));
  if (isProven(K, Facts, A,
               {.Evaluator = &Evaluator,
                .Lanes = lanesWithAddress(A.Kind),
                .Alignment = A.BytesPerLane,
                .BytesPerLane = A.BytesPerLane}))
    report(P, Operand, First.Access, Loads.size());
}

void TransposedLoads::report(const MatrixProduct &P, char Operand,
                             unsigned Access, size_t Registers) {
  const std::optional<size_t> Number = K.Records[Access];
  if (!Number)
    return;
  const AccessRecord &Record = Facts.accesses()[*Number];
  const KernelAccess &A = K.Kernel->Accesses[Access];
  const AccessRecord *Group[] = {&Record};
  const bool IsUnwanted = isTransposed(A);
  const std::string Of = "this " + A.Instruction + ofArray(Record.Array);
  Finding F;
  F.IsAssumed = Record.isAssumed();
  F.Where = Record.Where;
  F.Subject = FindingSubject();
  F.Subject->Array = Record.Array;
  F.Message = (IsUnwanted ? "unwanted .trans: k of operand "
                          : "missing .trans: k of "
                            "operand ") +
              std::string(1, Operand) + " of the " + nameOf(P) + " goes " +
              (IsUnwanted ? "along the rows that " : "down the rows that ") +
              Of + " reads, and a register gets two elements " +
              (IsUnwanted ? "of two rows" : "of one row") +
              assumedSuffix(Group);
  const std::string Below = "8 rows on",
                    Beside = "16 bytes on in the same rows";
  const std::string &AlongK = IsUnwanted ? Beside : Below;
  auto Note = [&](unsigned Register, StringRef Axis, const std::string &Where) {
    F.Notes.push_back({Record.Where,
                       "register " + utostr(Register) + " is 8 on along " +
                           Axis.str() + ", and its matrix lies " + Where,
                       NoteKind::Figure});
  };
  if (Operand == 'A')
    Note(1, "m", IsUnwanted ? Below : Beside);
  else
    Note(1, "k",
         AlongK + (A.Kind == RequestKind::LdMatrixX4
                       ? "; unless another register of the load belongs there"
                       : ""));
  if (Registers == 4)
    Note(2, "k", AlongK + "; unless registers 1 and 2 are exchanged");
  addOrigin(Record, F);
  To.add(Record, std::move(F));
}

void findTransposedLoads(const JudgedKernel &K, FileFacts &Facts,
                         LdmatrixFindings &To) {
  TransposedLoads Loads(K, Facts, To);
  forEachFragment(*K.Kernel, [&](const MatrixProduct &P, char Operand,
                                 ArrayRef<FragmentRegister> Registers) {
    Loads.visit(P, Operand, Registers);
  });
}

} // namespace warplint
