//===- BuildCommands.h - Compile commands from Make and Ninja ---*- C++ -*-===//
//
// A build without a compile_commands.json has its commands in makefiles or in a
// build.ninja. The tool itself is asked for them: `make -nwkB` prints what it
// would run, `ninja -t compdb` has them as JSON. Neither compiles anything. But
// Make is a language of its own: to know what it would run it runs
// `$(shell ...)`, recipes that call `$(MAKE)` or begin with '+', and the rules of
// makefiles that are included. So it is asked only where the user says so on
// the command line. Ninja runs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_BUILD_BUILDCOMMANDS_H
#define WARPLINT_BUILD_BUILDCOMMANDS_H

#include "warplint/Frontend/Database.h"

namespace warplint {

/// The output of a build tool, parsed.
struct BuildListing {
  std::vector<BuildCommand> Commands; ///< Absolute paths; at least one.
  /// What the user is to know of them, one line each: "'-DREV=$(rev)' is taken
  /// as it is written, ...".
  std::vector<std::string> Notes;
  std::string Folder; ///< Where the tool ran. Absolute.
  std::string File;   ///< What it read first: a makefile, a build.ninja.
};

/// Of \p Path, a folder with a makefile or a makefile; empty: the current
/// folder. Make ends after two minutes; an error is one line.
llvm::Expected<BuildListing> commandsOfMake(llvm::StringRef Path);

/// Of \p Path, a build.ninja or its folder; empty: the current folder.
llvm::Expected<BuildListing> commandsOfNinja(llvm::StringRef Path);

} // namespace warplint

#endif // WARPLINT_BUILD_BUILDCOMMANDS_H
