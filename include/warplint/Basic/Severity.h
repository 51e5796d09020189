//===- Severity.h - The level of a finding ----------------------*- C++ -*-===//

#ifndef WARPLINT_BASIC_SEVERITY_H
#define WARPLINT_BASIC_SEVERITY_H

#include <cstdint>

namespace warplint {

/// Remarks tell of clean and unproven accesses and are printed on request only.
enum class Severity : uint8_t { Remark, Warning, Error };

} // namespace warplint

#endif // WARPLINT_BASIC_SEVERITY_H
