//===- RandomProblems.h - Arrays and accesses at random ---------*- C++ -*-===//

#ifndef WARPLINT_UNITTESTS_REMEDY_RANDOMPROBLEMS_H
#define WARPLINT_UNITTESTS_REMEDY_RANDOMPROBLEMS_H

#include "Problems.h"
#include <random>

namespace warplint {

class RandomProblems {
public:
  explicit RandomProblems(unsigned Seed) : Numbers(Seed) {}

  uint64_t below(uint64_t Count) { return Numbers() % Count; }
  template <typename T> T oneOf(std::initializer_list<T> Choices) {
    return *(Choices.begin() + below(Choices.size()));
  }

  /// 32 banks, one to four accesses of any kind.
  ArrayProblem problem() {
    ArrayProblem P = arrayOf({}, oneOf({1u, 2u, 4u, 4u, 4u, 8u, 16u}));
    const unsigned Rank = 1 + below(3);
    do {
      P.Array.Extents.clear();
      for (unsigned D = 0; D < Rank; ++D)
        P.Array.Extents.push_back(
            oneOf<uint64_t>({2, 4, 8, 16, 32, 3, 9, 12, 24, 33, 20}));
      // Room for the widest access.
      P.Array.Extents.back() *= 16;
    } while (P.Array.bytes() > 65536);
    const unsigned Count = 1 + below(4);
    for (unsigned A = 0; A < Count; ++A)
      addRandomAccess(P);
    return P;
  }

  /// A permutation of runs of \p Run elements.
  std::vector<uint64_t> runPermutation(uint64_t Elements, uint64_t Run) {
    std::vector<uint64_t> Order(Elements / Run);
    for (uint64_t I = 0; I < Order.size(); ++I)
      Order[I] = I;
    std::shuffle(Order.begin(), Order.end(), Numbers);
    return Order;
  }

private:
  std::mt19937 Numbers;

  void addRandomAccess(ArrayProblem &P) {
    struct KindAndWidth {
      RequestKind Kind;
      unsigned Bytes;
    };
    for (;;) {
      const auto [Kind, Bytes] =
          oneOf<KindAndWidth>({{RequestKind::SharedLoad, 1},
                               {RequestKind::SharedLoad, 2},
                               {RequestKind::SharedLoad, 4},
                               {RequestKind::SharedLoad, 4},
                               {RequestKind::SharedLoad, 8},
                               {RequestKind::SharedLoad, 16},
                               {RequestKind::SharedStore, 4},
                               {RequestKind::SharedStore, 8},
                               {RequestKind::SharedStore, 16},
                               {RequestKind::LdMatrixX4, 16},
                               {RequestKind::LdMatrixX1, 16},
                               {RequestKind::StMatrixX2, 16},
                               {RequestKind::SharedAtomic, 4},
                               {RequestKind::SharedAtomic, 8},
                               {RequestKind::SharedAtomicCas, 4},
                               {RequestKind::SharedAtomicCount, 4},
                               {RequestKind::SharedAtomicCombined, 4},
                               {RequestKind::SharedSwapLoop, 4},
                               {RequestKind::CpAsync, 4},
                               {RequestKind::CpAsync, 8},
                               {RequestKind::CpAsync, 16},
                               {RequestKind::CpAsyncCached, 16}});
      if (Bytes < P.Array.ElementBytes)
        continue;
      ArrayAccess &A = addAccess(P, Kind, Bytes);
      const unsigned Cases = 1 + below(4);
      for (unsigned C = 0; C < Cases; ++C)
        A.Cases.push_back(randomCase(P, Bytes / P.Array.ElementBytes));
      return;
    }
  }

  AccessCase randomCase(const ArrayProblem &P, uint64_t Width) {
    const uint64_t Slots = P.Array.elements() / Width;
    const uint64_t Stride = oneOf<uint64_t>(
        {1, 2, 4, 8, 16, 32, P.Array.rowLength() / Width, below(Slots)});
    const uint64_t Start = below(Slots), Divide = oneOf<uint64_t>({1, 2, 4, 8});
    const uint64_t Xor = below(32);
    const unsigned Form = below(4);
    AccessCase C = caseOf(32, [&](unsigned L) {
      uint64_t Slot = Start;
      switch (Form) {
      case 0:
        Slot += L * Stride;
        break;
      case 1:
        Slot += L / Divide * Stride + L % Divide;
        break;
      case 2:
        Slot += (L ^ Xor) / Divide * Stride;
        break;
      default:
        Slot = below(Slots);
      }
      return Slot % Slots * Width;
    });
    C.Weight = 1 + below(5);
    if (below(4) == 0)
      C.Active = Numbers();
    return C;
  }
};

} // namespace warplint

#endif // WARPLINT_UNITTESTS_REMEDY_RANDOMPROBLEMS_H
