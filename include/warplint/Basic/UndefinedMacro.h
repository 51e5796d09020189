//===- UndefinedMacro.h - A macro that is not defined -----------*- C++ -*-===//

#ifndef WARPLINT_BASIC_UNDEFINEDMACRO_H
#define WARPLINT_BASIC_UNDEFINEDMACRO_H

#include "warplint/Basic/SourcePlace.h"
#include <string>

namespace warplint {

/// A macro that an #if tests and that is not defined.
struct UndefinedMacro {
  std::string Name;
  SourcePlace Where; ///< Of the test.
};

} // namespace warplint

#endif // WARPLINT_BASIC_UNDEFINEDMACRO_H
