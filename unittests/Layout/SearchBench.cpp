//===- SearchBench.cpp - How long the search takes ------------------------===//
//
// No test: prints milliseconds for arrays of up to 64 KB with 16 accesses, and
// beside it those of trying every XOR swizzle one after the other, which must
// find none that costs less. `./dev build SearchBench` builds it.
//
//===----------------------------------------------------------------------===//

#include "warplint/Layout/Search.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <bit>
#include <ctime>

using namespace warplint;

namespace {

struct Subject {
  const char *Name;
  ArrayProblem Problem;
};

/// 16 accesses of \p Cases requests each: stores of rows, loads of columns,
/// tiles and strides, in turn.
ArrayProblem sixteenAccesses(std::vector<uint64_t> Extents,
                             unsigned ElementBytes, unsigned Width,
                             unsigned Cases) {
  ArrayProblem P;
  P.Array = {std::move(Extents), ElementBytes};
  const uint64_t Slots = P.Array.elements() / Width;
  const uint64_t Row = std::max<uint64_t>(1, P.Array.rowLength() / Width);
  for (unsigned A = 0; A < 16; ++A) {
    ArrayAccess Access;
    Access.Name = std::to_string(A);
    Access.Kind = A % 2 ? RequestKind::SharedLoad : RequestKind::SharedStore;
    Access.BytesPerLane = ElementBytes * Width;
    for (unsigned C = 0; C < Cases; ++C) {
      AccessCase Case;
      for (unsigned L = 0; L < WarpSize; ++L) {
        const unsigned Columns = 1u << A % 6;
        const uint64_t Slot =
            (C * Columns + L / Columns * Row + L % Columns) + A / 6 * (C * Row);
        Case.Element[L] = Slot % Slots * Width;
      }
      Access.Cases.push_back(Case);
    }
    P.Accesses.push_back(std::move(Access));
  }
  return P;
}

/// The median of \p Runs runs, in milliseconds of processor time.
double medianTime(const ArrayProblem &P, unsigned Runs) {
  std::vector<double> Times;
  for (unsigned R = 0; R < Runs; ++R) {
    const std::clock_t Start = std::clock();
    llvm::Expected<RemedyRanking> Ranking = findRemedies(P);
    const double Seconds = double(std::clock() - Start) / CLOCKS_PER_SEC;
    if (!Ranking) {
      llvm::errs() << llvm::toString(Ranking.takeError()) << '\n';
      return -1;
    }
    Times.push_back(1000 * Seconds);
  }
  std::sort(Times.begin(), Times.end());
  return Times[Times.size() / 2];
}

/// The least cost of any XOR swizzle, each judged by itself.
uint64_t leastByTryingAll(const ArrayProblem &P) {
  uint64_t Least = ~uint64_t(0);
  const int AddressBits = std::bit_width(P.Array.elements() - 1);
  for (unsigned Bits = 1; Bits <= 7; ++Bits)
    for (unsigned Base = 0; Base <= 7; ++Base)
      for (int Shift = -7; Shift < AddressBits; ++Shift)
        if (Shift)
          if (auto R = judge(P, Layout(XorSwizzle{Bits, Base, Shift})))
            Least = std::min(Least, R->Total);
  return Least;
}

/// Prints how trying all XOR swizzles went.
void compare(const ArrayProblem &P, const RemedyRanking &Ranking) {
  const std::clock_t Start = std::clock();
  const uint64_t Least = leastByTryingAll(P);
  const double Seconds = double(std::clock() - Start) / CLOCKS_PER_SEC;
  const uint64_t Found = Ranking.Remedies.empty()
                             ? Ranking.Before
                             : Ranking.Remedies.front().Total;
  llvm::outs() << llvm::format(", all XORs %.0f ms: ", 1000 * Seconds)
               << (Least == ~uint64_t(0) ? "none" : std::to_string(Least))
               << (Found <= Least ? "" : "  WRONG: LESS THAN FOUND");
}

} // namespace

int main() {
  const Subject Subjects[] = {
      {"float[32][32]", sixteenAccesses({32, 32}, 4, 1, 32)},
      {"float[128][128]", sixteenAccesses({128, 128}, 4, 1, 32)},
      {"float[128][128], float4", sixteenAccesses({128, 128}, 4, 4, 32)},
      {"half[256][128], 16 bytes", sixteenAccesses({256, 128}, 2, 8, 32)},
      {"half[256][128]", sixteenAccesses({256, 128}, 2, 1, 32)},
      {"char[512][128]", sixteenAccesses({512, 128}, 1, 1, 32)},
      {"double[64][128]", sixteenAccesses({64, 128}, 8, 1, 32)},
      {"float[120][136]", sixteenAccesses({120, 136}, 4, 1, 32)},
      {"float[127][129]", sixteenAccesses({127, 129}, 4, 1, 32)},
      {"float[16384]", sixteenAccesses({16384}, 4, 1, 32)},
      {"float[16][32][32]", sixteenAccesses({16, 32, 32}, 4, 1, 32)},
  };
  for (const Subject &S : Subjects) {
    llvm::Expected<RemedyRanking> Ranking = findRemedies(S.Problem);
    llvm::cantFail(Ranking.takeError());
    llvm::outs() << llvm::format("%-28s %6.2f ms", S.Name,
                                 medianTime(S.Problem, 9));
    if (!Ranking->Remedies.empty())
      llvm::outs() << "   " << Ranking->Before << " -> "
                   << Ranking->Remedies.front().Total << " (floor "
                   << Ranking->Floor << "), "
                   << describe(Ranking->Remedies.front().To);
    compare(S.Problem, *Ranking);
    llvm::outs() << '\n';
  }
}
