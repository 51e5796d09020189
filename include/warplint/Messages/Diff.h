//===- Diff.h - What is said of two states of a program ---------*- C++ -*-===//

#ifndef WARPLINT_MESSAGES_DIFF_H
#define WARPLINT_MESSAGES_DIFF_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

// Of one access: "this load of 's' went from 2 to 32 wavefronts, ideal 1".
SENTENCE(ComparedThing, "this {0}{1}");
SENTENCE(ComparedCost, "{0}, ideal {1}");
SENTENCE(FormerCost, "{0} (ideal {1})");
SENTENCE(WentFrom, "{0} went from {1} to {2}");
SENTENCE(IsNew, "{0} is new and {1} {2}");
SENTENCE(ExistsNoLonger, "{0} {1} {2}, and no longer exists");
SENTENCE(NowUnproven, "{0} {1} {2}, and its cost is now unproven");
SENTENCE(NowProven, "{0} {1} {2}, which was unproven before");
SENTENCE(InKernel, "in kernel '{0}'");
SENTENCE(LineWas, "the line was '{0}'");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_DIFF_H
