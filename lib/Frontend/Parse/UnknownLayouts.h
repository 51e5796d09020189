//===- UnknownLayouts.h - Offsets behind a stand-in's size ------*- C++ -*-===//
//
// In LLVM IR that was made with stand-ins (StandIns/MissingNames.h), what is
// added to an address for an element of an array of them, or for a member at or
// behind one, becomes the result of a function of which nothing is known:
//
//   getelementptr %struct.vec3, ptr %p, i64 %i
//     =>  %o = call i64 @warplint.unknown()      "the size of 'vec3'"
//         getelementptr i8, ptr %p, i64 %o
//
// The first element and members before the first stand-in stay where they are.
// Functions that are stand-ins get the attribute of that function, too.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_LIB_FRONTEND_PARSE_UNKNOWNLAYOUTS_H
#define WARPLINT_LIB_FRONTEND_PARSE_UNKNOWNLAYOUTS_H

namespace clang {
class ASTContext;
class CodeGenerator;
} // namespace clang

namespace warplint {

/// Changes the module of \p Generator, which is not yet released.
void hideUnknownLayouts(clang::ASTContext &AST,
                        clang::CodeGenerator &Generator);

} // namespace warplint

#endif // WARPLINT_LIB_FRONTEND_PARSE_UNKNOWNLAYOUTS_H
