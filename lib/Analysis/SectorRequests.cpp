//===- SectorRequests.cpp - Requests counted in sectors -------------------===//

#include "SectorRequests.h"
#include "Lane/Expr/AddressForm.h"
#include "Lane/Expr/LaneWalk.h"
#include "warplint/Lane/SymbolBinding.h"
#include "warplint/Messages/Accesses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace warplint {
namespace {

/// Of one lane: PTX ISA, "ld", vectors of 256 bits since sm_100.
constexpr unsigned WidestRequest = 32;

/// Lanes can differ in the address, and a rule says what the request costs.
bool isRequest(const KernelAccess &A) {
  return A.Spaces.isOnly(MemorySpace::Global) && A.Obstacle.empty() &&
         A.Address && A.Address->isLaneVarying() &&
         A.Source->Verb != AccessVerb::Wmma &&
         A.BytesPerLane <= WidestRequest && isPowerOf2_32(A.BytesPerLane);
}

/// Neighbours with the same lanes: those that one instruction could serve.
using Neighbourhood =
    std::tuple<AccessEffect, unsigned, const LaneExpr *, std::vector<unsigned>,
               std::vector<AddressForm::Term>>;

/// nvcc joins loads, or stores, of neighbouring elements whose types say that
/// the first is aligned for all of them (members of a float4). Where nothing
/// stands between them that forbids it, that is; here that is taken to be so.
class VectorAccesses {
public:
  explicit VectorAccesses(std::vector<KernelAccess> &Requests)
      : Requests(Requests) {}

  /// Widens the first of each vector, and removes the others.
  void join() {
    std::map<Neighbourhood, std::map<uint32_t, std::vector<size_t>>> Near;
    for (const auto &[Number, A] : enumerate(Requests)) {
      if (A.Effect == AccessEffect::Update)
        continue;
      AddressForm Form = formOf(A.Address);
      Near[{A.Effect,
            A.BytesPerLane,
            A.Guard,
            A.Loops,
            {Form.Terms.begin(), Form.Terms.end()}}][Form.Offset]
          .push_back(Number);
    }
    IsJoined.assign(Requests.size(), false);
    for (auto &[Key, ByOffset] : Near)
      for (auto &[Offset, First] : ByOffset)
        for (unsigned Bytes : {16, 8})
          if (tryJoin(ByOffset, Offset, First, Bytes))
            break;
    std::vector<KernelAccess> Kept;
    for (const auto &[Number, A] : enumerate(Requests))
      if (!IsJoined[Number])
        Kept.push_back(std::move(A));
    Requests = std::move(Kept);
  }

private:
  bool tryJoin(const std::map<uint32_t, std::vector<size_t>> &ByOffset,
               uint32_t Offset, ArrayRef<size_t> First, unsigned Bytes) {
    KernelAccess &Leader = Requests[First.front()];
    const unsigned Element = Leader.BytesPerLane;
    if (IsJoined[First.front()] || Leader.TypeAlign < Bytes || Element >= Bytes)
      return false;
    SmallVector<size_t> Others(First.drop_front());
    for (unsigned At = Element; At < Bytes; At += Element) {
      auto Found = ByOffset.find(Offset + At);
      if (Found == ByOffset.end())
        return false;
      append_range(Others, Found->second);
    }
    for (size_t Other : Others)
      IsJoined[Other] = true;
    Leader.BytesPerLane = Bytes;
    return true;
  }

  std::vector<KernelAccess> &Requests;
  std::vector<bool> IsJoined;
};

/// The bases of a kernel's addresses, where they are taken to begin.
class AssumedBases {
public:
  explicit AssumedBases(const KernelModel &Kernel) : Binding(*Kernel.Context) {
    const LaneContext &C = *Kernel.Context;
    const bool IsKernel = Kernel.Declaration && Kernel.Declaration->IsKernel;
    for (const AddressBase &Base : Kernel.Bases) {
      const UniformSymbol &S = C.symbolAt(Base.Symbol);
      const bool IsKnown = S.Kind == SymbolKind::ArrayBase ||
                           (S.Kind == SymbolKind::Parameter && IsKernel);
      if (!IsKnown || Base.AssumedAlign <= S.MultipleOf)
        continue;
      const bool IsSaid = S.Kind == SymbolKind::Parameter;
      const std::string Name = S.Name;
      SymbolValues Aligned;
      Aligned.Modulus = Base.AssumedAlign;
      if (Binding.restrict(Base.Symbol, Aligned))
        if (IsSaid)
          Assumed[Base.Symbol] =
              messages::AlignedAsAllocated(Name, Base.AssumedAlign);
    }
  }

  void bind(KernelAccess &A) {
    forEachBelow(A.Address, [&](const LaneExpr *E, auto &) {
      if (E->op() == LaneOp::Symbol)
        if (auto Said = Assumed.find(E->index()); Said != Assumed.end())
          A.Assumptions.push_back(Said->second);
    });
    A.Address = Binding(A.Address);
    A.Guard = Binding(A.Guard);
    for (unsigned &Loop : A.Loops)
      Loop = Binding.loop(Loop);
  }

private:
  SymbolBinding Binding;
  DenseMap<unsigned, std::string> Assumed;
};

} // namespace

std::vector<KernelAccess> globalRequests(const KernelModel &Kernel) {
  std::vector<KernelAccess> Requests;
  for (const KernelAccess &A : Kernel.Accesses)
    if (isRequest(A))
      Requests.push_back(A);
  VectorAccesses(Requests).join();
  AssumedBases Bases(Kernel);
  for (KernelAccess &A : Requests) {
    A.Kind = A.Effect == AccessEffect::Read ? RequestKind::GlobalLoad
                                            : RequestKind::GlobalStore;
    Bases.bind(A);
  }
  return Requests;
}

static bool leadsTo(const LaneContext &C, const KernelAccess &A,
                    unsigned Base) {
  bool Leads = false;
  forEachNode(C, A.Address, [&](const LaneExpr *E) {
    Leads |= E->op() == LaneOp::Symbol && E->index() == Base;
  });
  return Leads;
}

std::vector<KernelAccess> localRequests(const KernelModel &Kernel,
                                        const LocalVariable &Variable) {
  std::vector<KernelAccess> Found;
  for (const KernelAccess &A : Kernel.Accesses) {
    if (!A.Spaces.isOnly(MemorySpace::Local) || !A.Address ||
        !A.Obstacle.empty() || !isPowerOf2_32(A.BytesPerLane) ||
        A.BytesPerLane > 16 || !leadsTo(*Kernel.Context, A, Variable.Symbol))
      continue;
    Found.push_back(A);
    Found.back().Kind = RequestKind::LocalAccess;
  }
  return Found;
}

uint64_t mostLocalSectors(const LocalVariable &Variable,
                          unsigned BytesPerLane) {
  const uint64_t OfLanes =
      uint64_t(WarpSize) * std::max(1u, BytesPerLane / BankBytes);
  if (!Variable.Bytes)
    return OfLanes;
  // Narrow elements need not begin with a word.
  const uint64_t Before = BytesPerLane < BankBytes ? BankBytes - 1 : 0;
  const uint64_t Rows = divideCeil(Variable.Bytes + Before, BankBytes);
  return std::min(OfLanes, Rows * (WarpSize * BankBytes / SectorBytes));
}

} // namespace warplint
