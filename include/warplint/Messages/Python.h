//===- Python.h - What is wrong with a Python file --------------*- C++ -*-===//
//
// Errors follow "model.py:LINE:COLUMN: error: ".
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MESSAGES_PYTHON_H
#define WARPLINT_MESSAGES_PYTHON_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

inline constexpr Sentence<"this string is never closed"> PythonStringNotClosed;
inline constexpr Sentence<"this bracket is never closed"> PythonNotClosed;
inline constexpr Sentence<"this bracket closes nothing"> PythonClosesNothing;
inline constexpr Sentence<"a null byte"> PythonNull;
inline constexpr Sentence<
    "a string with a kernel goes to no call that is known; mark it with "
    "'# warplint: cuda'">
    PythonUnused;
inline constexpr Sentence<"Python alone knows {0}; append '--{1}'">
    PythonUnknownValues;
inline constexpr Sentence<"the edit does not fit into the Python literal">
    PythonNoEdit;
inline constexpr Sentence<"other code is made of the same Python literal">
    PythonSharedEdit;
inline constexpr Sentence<"Python alone knows '{0}'; write it as a literal">
    PythonUnknownText;

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_PYTHON_H
