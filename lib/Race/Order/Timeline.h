//===- Timeline.h - What threads passed one after the other -----*- C++ -*-===//
//
// All threads of a block pass the same barriers in the same order, as do the
// lanes that a mask names; those that have ended pass no more. A thread that
// passes fewer than another, and then does what the other does behind the one
// that it missed, has gone on without it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_RACE_TIMELINE_H
#define WARPLINT_LIB_RACE_TIMELINE_H

#include "warplint/Race/BlockHazards.h"
#include <map>

namespace warplint {

/// The begin of the kernel, or a point that is passed behind another.
struct PassedPoint {
  uint32_t Before = 0;
  unsigned Depth = 0;
  unsigned Point = 0;
};

/// Two groups of threads that do not pass the same.
struct PartedThreads {
  unsigned Point = 0; ///< That some pass next, and
  ThreadSet Passing;
  ThreadSet Missing; ///< those that do not.
  /// What these pass instead. Neither that nor GoesOn: nothing more.
  std::optional<unsigned> Other;
  std::optional<unsigned> GoesOn; ///< The block of the flow where they go on.
};

class Timeline {
public:
  explicit Timeline(unsigned Threads) : Last(Threads), Passed(1) {}

  /// What \p Thread passed at last: equal for those that passed the same.
  uint32_t of(unsigned Thread) const { return Last[Thread]; }
  /// Threads \p Of pass \p Point in these iterations of the loops around.
  void pass(unsigned Point, const std::vector<uint32_t> &Iterations,
            const ThreadSet &Of);
  /// Threads \p Of do something that others see.
  void noteEffect(unsigned Block, const std::vector<uint32_t> &Iterations,
                  const ThreadSet &Of);
  /// Where those of \p Among parted, by what the ones that passed most did.
  std::vector<PartedThreads> parted(const ThreadSet &Among) const;

private:
  bool isBefore(uint32_t Early, uint32_t Late) const;
  void findGoingOn(uint32_t Behind, uint32_t Phase, PartedThreads &P) const;
  PartedThreads compare(uint32_t Most, uint32_t Fewer,
                        const ThreadSet &Among) const;
  template <typename Function>
  void forEachGroup(const ThreadSet &Of, Function Use) const;

  using Where = std::pair<unsigned, std::vector<uint32_t>>;
  std::vector<uint32_t> Last; ///< By thread: of Passed.
  std::vector<PassedPoint> Passed;
  std::map<std::pair<uint32_t, Where>, uint32_t> Numbers;
  /// By block and iterations, then by what they had passed: who did something.
  std::map<Where, std::map<uint32_t, ThreadSet>> Effects;
};

} // namespace warplint

#endif // WARPLINT_LIB_RACE_TIMELINE_H
