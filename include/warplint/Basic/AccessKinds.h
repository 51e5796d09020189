//===- AccessKinds.h - What kernels do, as plain names ----------*- C++ -*-===//
//
// Kinds that the model of a kernel and the records of it share.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_BASIC_ACCESSKINDS_H
#define WARPLINT_BASIC_ACCESSKINDS_H

#include <cstdint>

namespace warplint {

/// How an access is spelled in messages.
enum class AccessVerb : uint8_t {
  Load,
  Store,
  Atomic,
  LdMatrix,
  StMatrix,
  CpAsync,
  Wmma,
};

/// What a kernel does with a shared array beside accessing it lane by lane.
enum class SharedUseKind : uint8_t {
  RegionCopy,  ///< cp.async.bulk and the like: the copy engine moves a region.
  Descriptor,  ///< wgmma or tcgen05 reads it through a matrix descriptor.
  Barrier,     ///< It is an mbarrier.
  Copy,        ///< memcpy of a length that is no small constant.
  Call,        ///< A function that is not followed gets its address.
  Stored,      ///< Its address is stored.
  Distributed, ///< Its address becomes that of another block's array.
  Assembly,    ///< Other inline PTX gets its address.
};

/// A record that is copied as one object.
struct CopiedRecord {
  /// That of the type, whatever IR knows of the pointer: a record whose
  /// alignment is its size (float4, int2) moves in one access, others in pieces
  /// of it. 0: there is no such copy.
  unsigned AlignBytes = 0;
  /// Its fields have several sizes, or there is padding: nvcc 13.0 copies such a
  /// record field by field, and padding as bytes.
  bool IsMixed = false;
  /// No record: the source calls memcpy, memset or memmove.
  bool IsCall = false;
};

/// Who named the arguments of an instantiation: see Frontend/Templates.h.
enum class ArgumentSource : uint8_t {
  Option,
  Annotation,
  File,
  Project,
  Defaults,
  Trial
};

inline bool isAssumed(ArgumentSource From) {
  return From == ArgumentSource::Defaults || From == ArgumentSource::Trial;
}

} // namespace warplint

#endif // WARPLINT_BASIC_ACCESSKINDS_H
