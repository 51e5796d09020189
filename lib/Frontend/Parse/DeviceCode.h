//===- DeviceCode.h - LLVM IR of the functions that are whole ---*- C++ -*-===//
//
// What the parser announces is kept, and replayed into Clang's CodeGen once it
// is known which functions are whole. Private to lib/Frontend.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_DEVICECODE_H
#define WARPLINT_LIB_FRONTEND_PARSE_DEVICECODE_H

#include "ParsedFile.h"
#include "warplint/Frontend/ParseTypes.h"
#include <memory>

namespace warplint {

/// Generates the code of what \p File announced; null if there can be none. \p
/// Own is the file that is looked at; with \p OnlyOwn kernels that have nothing
/// to do with it get no code.
std::unique_ptr<DeviceUnit> buildDeviceCode(std::unique_ptr<ParsedFile> File,
                                            const OwnFile &Own, bool OnlyOwn);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_DEVICECODE_H
