//===- CiFile.h - A job of continuous integration ---------------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_INIT_CIFILE_H
#define WARPLINT_TOOLS_INIT_CIFILE_H

#include "BuildGuess.h"

namespace warplint {

enum class CiService { None, GitHub, GitLab };

struct CiGuess {
  CiService Service = CiService::None;
  std::string Why; ///< ".github is there".
};

/// Of the repository with this root: by the files of a service, else by where
/// it was cloned from.
CiGuess guessCi(llvm::StringRef Root);

struct CiFile {
  std::string Name; ///< From the root of the repository.
  std::string Text;
  std::string Also; ///< What is to be done besides; or empty.
};

/// A job that lints all files by \p Command ("warplint -p build"). \p Below: the
/// project's folder, from \p Root; empty: the root itself.
CiFile ciFileFor(CiService Service, const BuildGuess &Build,
                 llvm::StringRef Files, llvm::StringRef Root,
                 llvm::StringRef Below);

} // namespace warplint

#endif // WARPLINT_TOOLS_INIT_CIFILE_H
