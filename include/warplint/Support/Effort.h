//===- Effort.h - How much work a file may be -------------------*- C++ -*-===//
//
// What a file may cost is bounded in steps of work, not in seconds, so that a
// result is the same on any machine, under any load. By default each file that
// is known ends within a minute of processor time; a user who has more time
// multiplies all bounds.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_EFFORT_H
#define WARPLINT_SUPPORT_EFFORT_H

namespace warplint {

/// What the bounds of this process are multiplied with: 1, or what was set.
unsigned effort();
/// To be called before files are analysed.
void setEffort(unsigned Times);

} // namespace warplint

#endif // WARPLINT_SUPPORT_EFFORT_H
