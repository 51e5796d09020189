//===- AlikePlaces.cpp - Places written in different ways -----------------===//

#include "AlikePlaces.h"
#include "Lane/Expr/AddressForm.h"
#include "warplint/Lane/LaneEvaluation.h"
#include <algorithm>
#include <map>
#include <random>

using namespace llvm;

namespace warplint {

static constexpr unsigned Trials = 8;
/// Of larger kernels none are looked for.
static constexpr size_t MaxPlaces = 1024;
/// Of a value that is carried around a loop, for all trials of one address.
static constexpr uint64_t MaxSteps = 4096;
static constexpr uint32_t WidestRequest = 16;

/// Numbers as threads have them: small ones, and every second time negative ones.
static LeafValues someLeaves(const LaneContext &C, std::mt19937_64 &Next,
                             bool AreSigned) {
  constexpr uint64_t MostThreads = 1024;
  constexpr int64_t Most = 4096;
  LeafValues Leaves;
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    Leaves.BlockDim[Axis] = uint32_t(Next() % MostThreads + 1);
    Leaves.ThreadIdx[Axis] = uint32_t(Next() % MostThreads);
  }
  for (unsigned N = 0; N != C.numSymbols(); ++N) {
    const UniformSymbol &S = C.symbolAt(N);
    int64_t V = int64_t(Next() % Most) - (AreSigned ? Most / 2 : 0);
    if (V < S.Lo || V > S.Hi)
      V = S.Lo + int64_t(Next() % (std::min(uint64_t(S.Hi) - uint64_t(S.Lo),
                                            uint64_t(Most)) +
                                   1));
    Leaves.Symbols.push_back(uint64_t(V) * S.MultipleOf);
  }
  for (unsigned N = 0; N != C.numLoops(); ++N)
    Leaves.Iterations.push_back(Next() % MostThreads);
  return Leaves;
}

std::vector<AlikePlaces> findAlikePlaces(const LaneContext &C,
                                         ArrayRef<const LaneExpr *> Addresses) {
  std::vector<AlikePlaces> Found;
  if (Addresses.size() > MaxPlaces)
    return Found;
  std::mt19937_64 Next; // The same numbers in every run.
  std::vector<LeafValues> Leaves;
  for (unsigned Trial = 0; Trial != Trials; ++Trial)
    Leaves.push_back(someLeaves(C, Next, Trial % 2));
  // By what the later trials add to the first: numbers of addresses, by place.
  std::map<std::vector<uint32_t>, std::multimap<uint32_t, unsigned>> Alike;
  std::map<unsigned, AddressForm> Forms;
  for (unsigned N = 0; N != Addresses.size(); ++N) {
    std::vector<uint32_t> Places;
    uint64_t Steps = MaxSteps;
    for (const LeafValues &Of : Leaves)
      if (Addresses[N])
        if (auto Place = evaluate(C, Addresses[N], Of, &Steps))
          Places.push_back(uint32_t(*Place));
    if (Places.size() != Trials)
      continue;
    const uint32_t First = Places.front();
    for (uint32_t &Place : Places)
      Place -= First;
    Alike[std::move(Places)].emplace(First, N);
    Forms.emplace(N, formOf(Addresses[N]));
  }
  for (const auto &[Rest, Group] : Alike)
    for (auto Low = Group.begin(); Low != Group.end(); ++Low)
      for (auto High = std::next(Low);
           High != Group.end() && High->first - Low->first < WidestRequest;
           ++High)
        if (Forms.at(Low->second).Terms != Forms.at(High->second).Terms)
          Found.push_back(
              {Low->second, High->second, High->first - Low->first});
  return Found;
}

} // namespace warplint
