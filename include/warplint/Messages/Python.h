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
SENTENCE(PythonClosesNothing, "this bracket has no match");
SENTENCE(PythonNull, "a null byte");
SENTENCE(PythonUnused, "no known call compiles this kernel string; mark it "
                       "with '# warplint: cuda'");
SENTENCE(PythonUnknownValues, "only Python can evaluate {0}; append '--{1}'");
SENTENCE(PythonNoEdit, "the edit does not fit into the Python literal");
SENTENCE(PythonSharedEdit, "the same Python literal is part of other code");
SENTENCE(PythonUnknownText,
         "only Python can evaluate '{0}'; write it as a literal");

} // namespace warplint::messages

#endif // WARPLINT_MESSAGES_PYTHON_H
