//===- UnknownCalls.h - Functions of which nothing is known -----*- C++ -*-===//
//
// A function with this attribute stands for what no header declares, as its
// value says: "the size of 'vec3'". It may be anything, a few instructions that
// are inlined as well as a call with a barrier in it. One that touches no memory
// of the program gives a number and does nothing. A variable with it has a size
// that is not known.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_FRONTEND_UNKNOWNCALLS_H
#define WARPLINT_FRONTEND_UNKNOWNCALLS_H

namespace warplint {

inline constexpr const char *UnknownCall = "warplint-unknown";

} // namespace warplint

#endif // WARPLINT_FRONTEND_UNKNOWNCALLS_H
