//===- SharedAnalysis.h - One analysis for all checks -----------*- C++ -*-===//
//
// clang-tidy makes its checks anew for each file and parses the file for one
// side of one architecture. warplint's checks take nothing from that parse but
// places: the first of them that is asked analyses the file as the program
// warplint does, with the build's own command, and the others find the report
// here.
//
// Relative names in a report are relative to the folder in which clang-tidy was
// started. The compiler's parse may have another current folder.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_SHAREDANALYSIS_H
#define WARPLINT_TIDY_SHAREDANALYSIS_H

#include "TidyOptions.h"
#include "warplint/Finding/FileReport.h"
#include "warplint/Tidy/TidyCommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <mutex>
#include <optional>

namespace warplint {

class Session;

/// What clang-tidy shows of a file.
struct TidyReport {
  FileReport Report;
  /// Why there is none; empty where there is.
  std::string Problem;
};

class SharedAnalysis {
public:
  SharedAnalysis();
  ~SharedAnalysis();

  /// The report of \p File, absolute, whose build command runs in \p
  /// BuildDirectory. System headers count where \p SystemHeaders says so. Kept
  /// until another one is asked for.
  std::shared_ptr<const TidyReport> reportFor(llvm::StringRef File,
                                              llvm::StringRef BuildDirectory,
                                              const TidyOptions &Options,
                                              bool SystemHeaders);

  /// An absolute path of \p File, a name out of a report.
  std::string absolute(llvm::StringRef File) const;

private:
  std::string buildPathFor(llvm::StringRef File, llvm::StringRef BuildDirectory,
                           const TidyOptions &Options) const;

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS;
  TidyCommandLine Line;
  std::mutex Mutex;
  std::unique_ptr<Session> Current;
  std::string CurrentKey;
  std::shared_ptr<const TidyReport> Last;
  std::string LastFile;
};

} // namespace warplint

#endif // WARPLINT_TIDY_SHAREDANALYSIS_H
