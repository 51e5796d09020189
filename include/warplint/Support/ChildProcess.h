//===- ChildProcess.h - Processes that end with their parent ----*- C++ -*-===//

#ifndef WARPLINT_SUPPORT_CHILDPROCESS_H
#define WARPLINT_SUPPORT_CHILDPROCESS_H

namespace warplint {

/// To be called first in a process that was forked from \p Parent: it is killed
/// when the parent ends, however that comes. Where the system has no such wish
/// (it is Linux's), nothing happens.
void endWithParent(int Parent);

} // namespace warplint

#endif // WARPLINT_SUPPORT_CHILDPROCESS_H
