//===- Effort.cpp - How much work a file may be ---------------------------===//

#include "warplint/Support/Effort.h"

namespace warplint {

static unsigned Effort = 1;

unsigned effort() { return Effort; }

void setEffort(unsigned Times) { Effort = Times; }

} // namespace warplint
