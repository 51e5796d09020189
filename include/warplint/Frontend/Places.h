//===- Places.h - Where the user wrote what clang has -----------*- C++ -*-===//

#ifndef WARPLINT_FRONTEND_PLACES_H
#define WARPLINT_FRONTEND_PLACES_H

#include "warplint/Basic/SourcePlace.h"
#include "clang/Basic/SourceLocation.h"

namespace clang {
class FunctionDecl;
class SourceManager;
} // namespace clang

namespace warplint {

/// Where the token at \p Loc stands in its file; for a token from a macro,
/// where the macro is used. Invalid locations give invalid places.
SourcePlace placeOf(const clang::SourceManager &SM, clang::SourceLocation Loc);

/// Its file without folders, and its line: "a.cu:7".
std::string shortPlaceOf(const clang::SourceManager &SM,
                         clang::SourceLocation Loc);

/// What \p F is an instance of, or \p F itself.
const clang::FunctionDecl &patternOf(const clang::FunctionDecl &F);

} // namespace warplint

#endif // WARPLINT_FRONTEND_PLACES_H
