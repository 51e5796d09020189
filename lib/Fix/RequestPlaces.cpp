//===- RequestPlaces.cpp - Requests, before and after ---------------------===//

#include "RequestPlaces.h"
#include "warplint/Finding/CostliestRequest.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace warplint {
namespace {

/// How well a listed request is the one that was proven to be the costliest: the
/// first is the best.
enum class Likeness : uint8_t {
  SameBytes,
  SameButForWhatLanesShare,
  SameCost,
  Other,
};

/// A request of some access of an instance.
struct ListedRequest {
  const ArrayAccess *Access = nullptr;
  CostedRequest Declared;
  Likeness How = Likeness::Other;
};

Likeness likenessOf(const CostedRequest &Listed, const CostedRequest &Wanted) {
  const WarpRequest &L = Listed.Request, &W = Wanted.Request;
  if (Listed.Cost.Predicted != Wanted.Cost.Predicted ||
      Listed.Cost.Ideal != Wanted.Cost.Ideal)
    return Likeness::Other;
  if (L.Active != W.Active)
    return Likeness::SameCost;
  const auto First = countr_zero(W.Active);
  const uint64_t Shared = L.ByteAddress[First] - W.ByteAddress[First];
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if ((W.Active >> Lane & 1) &&
        L.ByteAddress[Lane] - W.ByteAddress[Lane] != Shared)
      return Likeness::SameCost;
  return Shared ? Likeness::SameButForWhatLanesShare : Likeness::SameBytes;
}

/// \p C of \p Access under \p L; several instructions as \p Wanted has.
std::optional<CostedRequest> costedRequest(const ArrayShape &Array,
                                           const ArrayAccess &Access,
                                           const AccessCase &C, const Layout &L,
                                           unsigned Instructions) {
  WarpRequest Request = requestOf(Array, Access, C, L);
  Request.Instructions = Instructions;
  const auto Cost = costOf(Request);
  return Cost ? std::optional(CostedRequest{Request, *Cost}) : std::nullopt;
}

/// The most like \p Wanted of the requests that \p In makes at \p Where, and
/// which of its case it is. An operator that copies an element is surveyed at its
/// own column: then the line is to be the same, and all that lanes touch.
std::pair<ListedRequest, const AccessCase *> find(const ArrayInstance &In,
                                                  const SourcePlace &Where,
                                                  const CostedRequest &Wanted) {
  ListedRequest Best;
  const AccessCase *Case = nullptr;
  for (auto [A, Place] : zip(In.Problem.Accesses, In.Places)) {
    if (Place.File != Where.File || Place.Line != Where.Line ||
        A.Kind != Wanted.Request.Kind ||
        A.BytesPerLane != Wanted.Request.BytesPerLane ||
        A.When == Joining::Apart)
      continue;
    const bool IsThere = Place.Column == Where.Column;
    for (const AccessCase &C : A.Cases) {
      auto Here = costedRequest(In.Problem.Array, A, C, Layout(),
                                Wanted.Request.Instructions);
      if (!Here)
        continue;
      const Likeness How = likenessOf(*Here, Wanted);
      if (How >= Best.How || (!IsThere && How >= Likeness::SameCost))
        continue;
      Best = {&A, *Here, How};
      Case = &C;
      if (IsThere && How == Likeness::SameBytes)
        return {Best, Case};
    }
  }
  return {Best, Case};
}

/// The compiler still joins what it joined: see Joining.
bool staysJoined(const ArrayProblem &Problem, const Layout &L) {
  return (L.as<Padding>() || L.as<Unchanged>()) &&
         all_of(Problem.Accesses, [&](const ArrayAccess &A) {
           return A.When != Joining::Joined ||
                  L.keepsWhole(A.BytesPerLane / Problem.Array.ElementBytes);
         });
}

std::optional<MovedRequest> moved(const ArraySurvey &Survey, size_t Instance,
                                  const ListedRequest &Listed,
                                  const AccessCase &Case) {
  if (Survey.OutcomesOf.empty())
    return std::nullopt;
  const size_t Number = Survey.Proven ? Survey.Proven->Layout : 0;
  const Layout &L = Survey.OutcomesOf[Number][Instance].To;
  const ArrayInstance &In = Survey.Instances[Instance];
  const ArrayAccess &Access = *Listed.Access;
  if (L.isUnchanged() ||
      (Access.When == Joining::Joined && !staysJoined(In.Problem, L)))
    return std::nullopt;
  const unsigned Instructions = Listed.Declared.Request.Instructions;
  auto At = [&](const AccessCase &C) {
    return costedRequest(In.Problem.Array, Access, C, L, Instructions);
  };
  auto Here = At(Case);
  if (!Here)
    return std::nullopt;
  MovedRequest After;
  After.Moved = *Here;
  After.Layout = Number;
  if (const auto *Pad = L.as<Padding>()) {
    After.PadEvery = Pad->Every * In.Problem.Array.ElementBytes;
    After.PadBytes = Pad->By * In.Problem.Array.ElementBytes;
  }
  for (const AccessCase &C : Access.Cases)
    if (auto Other = At(C))
      After.WorstOfAccess =
          std::max(After.WorstOfAccess, Other->Cost.Predicted);
  return After;
}

} // namespace

void placeRequests(const ArraySurvey &Survey, FileReport &Report) {
  for (AccessRecord &R : Report.Accesses) {
    if (!Survey.isAbout(R))
      continue;
    const auto Wanted = costliestRequest(R);
    if (!Wanted)
      continue;
    ListedRequest Best;
    const AccessCase *Case = nullptr;
    size_t Of = 0;
    for (const auto &[Number, In] : enumerate(Survey.Instances)) {
      const bool IsOfKernel = any_of(In.Accesses, [&](const auto &Written) {
        return Written.Kernel == R.Kernel + R.TemplateArguments;
      });
      if (!IsOfKernel || !Survey.Members[In.Member].isOf(R))
        continue;
      auto [Here, CaseHere] = find(In, R.Where, *Wanted);
      if (Here.How >= Best.How)
        continue;
      Best = Here;
      Case = CaseHere;
      Of = Number;
    }
    if (!Case)
      continue;
    const ArrayInstance &In = Survey.Instances[Of];
    const ArrayShape Shape = In.sourceShape();
    RequestInArray Placed;
    Placed.Declared = Best.Declared;
    Placed.IsWorst = Best.How < Likeness::SameCost;
    Placed.Extents = Shape.Extents;
    if (In.SizeMultiple)
      Placed.Extents.front() = 0;
    Placed.ElementBytes = Shape.ElementBytes;
    Placed.After = moved(Survey, Of, Best, *Case);
    R.InArray = std::move(Placed);
  }
}

} // namespace warplint
