//===- RequestKinds.cpp - What kinds of requests have in common -----------===//

#include "warplint/Warp/WarpModel.h"

namespace warplint {

bool isOfShared(RequestKind Kind) {
  return Kind < RequestKind::GlobalLoad ||
         Kind == RequestKind::SharedGenericLoad ||
         Kind == RequestKind::CpAsyncZero;
}

LaneMask lanesWithAddress(RequestKind Kind) {
  switch (Kind) {
  case RequestKind::LdMatrixX1:
  case RequestKind::StMatrixX1:
    return laneRange(0, 8);
  case RequestKind::LdMatrixX2:
  case RequestKind::StMatrixX2:
    return laneRange(0, 16);
  default:
    return AllLanes;
  }
}

unsigned idleSlotsOf(const WarpRequest &Request) {
  switch (Request.Kind) {
  case RequestKind::CpAsync:
  case RequestKind::CpAsyncCached:
  case RequestKind::CpAsyncZero:
    return 3;
  case RequestKind::SharedLoad:
  case RequestKind::SharedStore:
  case RequestKind::LdMatrixX4:
  case RequestKind::GlobalStore:
    return Request.Active ? 0 : 1;
  default:
    return 0;
  }
}

} // namespace warplint
