//===- Markup.h - Text within XML and HTML ----------------------*- C++ -*-===//

#ifndef WARPLINT_LIB_REPORT_MARKUP_H
#define WARPLINT_LIB_REPORT_MARKUP_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint {

/// \p Text, which may be any bytes, as the text of an element or of an attribute
/// between quotes: no byte of it is markup, all of it is UTF-8 that XML allows.
std::string escaped(llvm::StringRef Text);

} // namespace warplint

#endif // WARPLINT_LIB_REPORT_MARKUP_H
