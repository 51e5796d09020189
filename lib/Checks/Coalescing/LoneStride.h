//===- LoneStride.h - A stride that the caller chooses ----------*- C++ -*-===//
//
// Code that takes any vector has its stride for a parameter: x[i * incx]. Callers
// mostly have 1. What scales an index and nothing else is such a stride:
//
//   x[i * incx]            all that moves, moves by incx
//   x[z * sz + y * sy + i * si]   each index has a stride, as of a tensor's view
//   tile[row * pitch + k]  k goes on by one element: 'pitch' is the length of a
//                          row, and that is no stride that could be 1
//   x[i * n], k < n        it counts elements
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_CHECKS_COALESCING_LONESTRIDE_H
#define WARPLINT_LIB_CHECKS_COALESCING_LONESTRIDE_H

#include "TileNeighbours.h"

namespace warplint {

/// The name of the unknown by which adjacent lanes of \p R are apart, in
/// elements, if it is nothing but a stride; else empty.
std::string loneStride(const TileRequest &R);

} // namespace warplint

#endif // WARPLINT_LIB_CHECKS_COALESCING_LONESTRIDE_H
