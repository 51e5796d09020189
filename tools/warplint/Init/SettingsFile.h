//===- SettingsFile.h - The .warplint of a new project ----------*- C++ -*-===//

#ifndef WARPLINT_TOOLS_INIT_SETTINGSFILE_H
#define WARPLINT_TOOLS_INIT_SETTINGSFILE_H

#include "warplint/Finding/FileReport.h"

namespace warplint {

struct NewSettings {
  std::string Prepare;          ///< What has to run once before; or empty.
  std::string Command;          ///< By which all files are linted.
  std::string Arch, ArchSource; ///< "sm_80", "Makefile"; or empty.
  std::string Baseline;         ///< A file that is written; or empty.
  bool HasParent = false;       ///< Settings of a folder above hold so far.
};

/// The keys that matter, with what each is for: set where \p New has a value,
/// else as a comment, with names of \p Reports where it is about such.
std::string settingsText(const NewSettings &New,
                         const std::vector<FileReport> &Reports);

} // namespace warplint

#endif // WARPLINT_TOOLS_INIT_SETTINGSFILE_H
