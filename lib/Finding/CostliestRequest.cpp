//===- CostliestRequest.cpp - The request behind a figure -----------------===//

#include "warplint/Finding/CostliestRequest.h"

namespace warplint {

std::optional<CostedRequest> costliestRequest(const AccessRecord &Access) {
  const WarpCase &Worst = Access.Verdict.Worst;
  if (!hasFigure(Access.Verdict.Kind) || !Worst.Active)
    return std::nullopt;
  const unsigned Joined = Access.Issue ? Access.Issue->BytesPerLane : 0;
  for (unsigned Bytes : {Access.BytesPerLane, Joined}) {
    if (!Bytes)
      continue;
    WarpRequest Request;
    Request.Kind = Access.Request;
    Request.BytesPerLane = Bytes;
    Request.Active = Worst.Active;
    Request.ByteAddress = Worst.addresses();
    const auto Cost = costOf(Request);
    if (!Cost || !Cost->Predicted || Cost->Rule != Worst.Cost.Rule ||
        Worst.Cost.Predicted % Cost->Predicted)
      continue;
    // Several instructions, as a wmma fragment is loaded by, cost a multiple.
    Request.Instructions = Worst.Cost.Predicted / Cost->Predicted;
    return CostedRequest{Request, Worst.Cost};
  }
  return std::nullopt;
}

} // namespace warplint
