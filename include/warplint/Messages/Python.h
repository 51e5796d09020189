//===- Python.h - What is wrong with a Python file --------------*- C++ -*-===//
//
// Errors follow "model.py:LINE:COLUMN: error: ".
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MESSAGES_PYTHON_H
#define WARPLINT_MESSAGES_PYTHON_H

#include "warplint/Support/Sentence.h"

namespace warplint::messages {

SENTENCE(PythonStringNotClosed, "this string is never closed");
SENTENCE(PythonNotClosed, "this bracket is never closed");
SENTENCE(PythonClosesNothing, "this bracket closes nothing");
SENTENCE(PythonNull, "a null byte");
SENTENCE(PythonUnused, "a string with a kernel goes to no call that is known; "
                       "mark it with '# warplint: cuda'");
SENTENCE(PythonUnknownValues, "Python alone knows {0}; append '--{1}'");
SENTENCE(PythonNoEdit, "the edit does not fit into the Python literal");
SENTENCE(PythonSharedEdit, "other code is made of the same Python literal");
SENTENCE(PythonUnknownText, "Python alone knows '{0}'; write it as a literal");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_PYTHON_H
