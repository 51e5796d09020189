//===- WritesNothingTest.cpp - No option of clang makes it write ----------===//
//
// Each option of clang's own table, of the driver and of cc1, flags and those
// with values (a file that is there, a folder, a name that is free), in each
// place where a build command can have it, is given to a real parse in a real
// folder. Nothing there may come, go or change.
//
//===----------------------------------------------------------------------===//

#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Frontend/Parse.h"
#include "warplint/Support/PlainFiles.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <fcntl.h>
#include <functional>
#include <map>
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace warplint;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

namespace {

using Strings = std::vector<std::string>;

/// A folder with a source and a victim, which is the current one meanwhile.
class Playground {
public:
  Playground() {
    fs::current_path(Before);
    EXPECT_FALSE(fs::createUniqueDirectory("warplint-writes", Folder));
    fs::set_current_path(Folder);
    fs::create_directory("out");
    fs::create_directory("tmp");
    write("k.cu", "#include \"header.h\"\n"
                  "__attribute__((global)) void k(float *p) { *p = 1; }\n");
    write("header.h", "#pragma once\n");
    write("victim", "as it was\n");
    setenv("TMPDIR", (Folder + "/tmp").str().c_str(), 1);
    Known = snapshot();
  }
  ~Playground() {
    unsetenv("TMPDIR");
    fs::set_current_path(Before);
    fs::remove_directories(Folder);
  }

  static void write(StringRef Name, StringRef Text) {
    std::error_code Code;
    llvm::raw_fd_ostream(Name, Code) << Text;
    ASSERT_FALSE(Code);
  }

  /// What differs from the beginning; from then on that is known.
  std::string changes() {
    std::map<std::string, std::string> Now = snapshot();
    std::string Text;
    for (const auto &[Name, State] : Now)
      if (auto It = Known.find(Name); It == Known.end() || It->second != State)
        Text += (It == Known.end() ? " new: " : " changed: ") + Name;
    for (const auto &[Name, State] : Known)
      if (!Now.contains(Name))
        Text += " gone: " + Name;
    Known = std::move(Now);
    return Text;
  }

  std::string folder() const { return Folder.str().str(); }

private:
  std::map<std::string, std::string> snapshot() const {
    std::map<std::string, std::string> Result;
    std::error_code Code;
    for (fs::recursive_directory_iterator It(Folder, Code), End;
         It != End && !Code; It.increment(Code)) {
      fs::file_status Status;
      fs::status(It->path(), Status);
      Result[It->path()] =
          llvm::utostr(Status.getSize()) + " " +
          llvm::itostr(
              Status.getLastModificationTime().time_since_epoch().count()) +
          " " + llvm::utostr(Status.getUniqueID().getFile());
    }
    return Result;
  }

  llvm::SmallString<128> Before, Folder;
  std::map<std::string, std::string> Known;
};

/// The words that give \p ID the value \p Value.
std::vector<Strings> spellings(unsigned ID, StringRef Value) {
  using llvm::opt::Option;
  const llvm::opt::OptTable &Table = clang::getDriverOptTable();
  Option O = Table.getOption(ID);
  std::string Name = O.getPrefixedName().str(), Text = Value.str();
  switch (O.getKind()) {
  case Option::FlagClass:
    return {{Name}};
  case Option::JoinedClass:
  case Option::CommaJoinedClass:
    return {{Name + Text}};
  case Option::SeparateClass:
    return {{Name, Text}};
  case Option::JoinedOrSeparateClass:
    return {{Name, Text}, {Name + Text}};
  case Option::JoinedAndSeparateClass:
    return {{Name + "device", Text}};
  case Option::MultiArgClass: {
    Strings Words(O.getNumArgs(), Text);
    Words.insert(Words.begin(), Name);
    return {Words};
  }
  default: // Groups, inputs, unknown ones, what takes all the rest.
    return {};
  }
}

/// Options that \p Who takes, in all their spellings.
std::vector<Strings> optionsOf(llvm::opt::Visibility Who,
                               llvm::ArrayRef<std::string> Values) {
  const llvm::opt::OptTable &Table = clang::getDriverOptTable();
  std::vector<Strings> All;
  for (unsigned ID = 1; ID <= Table.getNumOptions(); ++ID) {
    llvm::opt::Option O = Table.getOption(ID);
    if (!O.hasVisibilityFlag(Who))
      continue;
    bool IsFlag = O.getKind() == llvm::opt::Option::FlagClass;
    for (StringRef Value : IsFlag ? Values.take_front() : Values)
      llvm::append_range(All, spellings(ID, Value));
  }
  return All;
}

/// Lints k.cu as one command says: the compiler and its words.
struct Case {
  std::string Compiler;
  Strings Words;
};

DeviceCommand translated(const Case &C) {
  Strings Words = {C.Compiler, "-nocudainc", "-std=c++17"};
  llvm::append_range(Words, C.Words);
  Words.push_back("k.cu");
  llvm::SmallString<128> Here;
  fs::current_path(Here);
  return translateCommand(Words, "k.cu", Here, {}, *plainFiles());
}

/// Whether clang parsed all.
bool parse(const Case &C) {
  ParsedDevice Device = parseDevice(translated(C), plainFiles(), {});
  return Device.Outcome.Parsed && !Device.Outcome.HadErrors;
}

/// Without those for which clang gets a command that another one has, in whatever
/// folder: most ways to give clang a word end there.
std::vector<Case> withOtherCommands(std::vector<Case> Cases,
                                    const Playground &Ground) {
  static std::set<Strings> Known;
  llvm::erase_if(Cases, [&](const Case &C) {
    Strings Key = translated(C).Arguments;
    for (std::string &Word : Key)
      if (size_t At = Word.find(Ground.folder()); At != std::string::npos)
        Word.erase(At, Ground.folder().size());
    return !Known.insert(std::move(Key)).second;
  });
  return Cases;
}

/// What a child process shares with its parent.
struct Progress {
  size_t Running; ///< The case that is being parsed, or was last.
  bool IsSound;   ///< After all of them, a plain command is parsed as ever.
};

/// Parses \p Cases in a process of its own, one after the other, until one ends
/// it or writes: clang reads cc1's -O4 behind the end of the text. A process for
/// each would spend nine tenths of its time on binding clang's symbols.
int statusOf(llvm::ArrayRef<Case> Cases, Playground &Ground, Progress &Where) {
  int Process = fork();
  if (Process == 0) {
    int Null = open("/dev/null", O_RDWR);
    for (int FD : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      dup2(Null, FD);
    for (Where.Running = 0; Where.Running != Cases.size(); ++Where.Running) {
      alarm(20);
      parse(Cases[Where.Running]);
      if (!Ground.changes().empty())
        _exit(0);
    }
    Where.IsSound = parse({"clang++", {}});
    _exit(0);
  }
  int Status = 0;
  EXPECT_EQ(waitpid(Process, &Status, 0), Process);
  return Status;
}

constexpr size_t CasesAProcess = 100;

/// Parses \p Cases, of which none may write, or take longer than clang's worst.
void expectNothingWritten(llvm::ArrayRef<Case> Cases, Playground &Ground,
                          size_t AtOnce = CasesAProcess) {
  void *Shared = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(Shared, MAP_FAILED);
  Progress &Where = *new (Shared) Progress;
  while (!Cases.empty()) {
    llvm::ArrayRef<Case> Some = Cases.take_front(AtOnce);
    Where = {};
    const int Status = statusOf(Some, Ground, Where);
    if (Where.Running == Some.size()) {
      // What an option left in the process may keep the others from writing.
      if (!Where.IsSound && AtOnce != 1)
        expectNothingWritten(Some, Ground, 1);
    } else {
      Some = Some.take_front(Where.Running + 1);
      EXPECT_FALSE(WIFSIGNALED(Status) && WTERMSIG(Status) == SIGALRM)
          << "hangs: " << llvm::join(Some.back().Words, " ");
    }
    EXPECT_EQ(Ground.changes(), "")
        << Some.back().Compiler << " " << llvm::join(Some.back().Words, " ");
    Cases = Cases.drop_front(Some.size());
  }
  munmap(Shared, sizeof(Progress));
}

using Wrap = std::function<Strings(const Strings &)>;

enum ValueKinds { OneValue, AllValues };

void expectNothingWritten(StringRef Compiler, llvm::opt::Visibility Who,
                          ValueKinds Kinds, const Wrap &Wrapped) {
  Playground Ground;
  Strings Values = {Ground.folder() + "/victim"};
  if (Kinds == AllValues)
    llvm::append_values(Values, Ground.folder() + "/out", "new.txt");
  std::vector<Case> Cases;
  for (const Strings &Option : optionsOf(Who, Values))
    Cases.push_back({Compiler.str(), Wrapped(Option)});
  ASSERT_GT(Cases.size(), 500u);
  expectNothingWritten(withOtherCommands(std::move(Cases), Ground), Ground);
}

/// Each of \p Words behind \p Prefix.
Strings behind(StringRef Prefix, const Strings &Words) {
  Strings Result;
  for (const std::string &Word : Words) {
    Result.push_back(Prefix.str());
    Result.push_back(Word);
  }
  return Result;
}

const llvm::opt::Visibility Driver(clang::options::ClangOption);
const llvm::opt::Visibility CC1(clang::options::CC1Option);

TEST(WritesNothing, ForOptionsOfTheDriver) {
  expectNothingWritten("clang++", Driver, AllValues,
                       [](const Strings &Words) { return Words; });
}

TEST(WritesNothing, ForOptionsOfCC1) {
  expectNothingWritten("clang++", CC1, AllValues, [](const Strings &Words) {
    return behind("-Xclang", Words);
  });
}

TEST(WritesNothing, ForOptionsOfTheDevice) {
  expectNothingWritten("clang++", Driver, OneValue, [](const Strings &Words) {
    return behind("-Xarch_device", Words);
  });
}

TEST(WritesNothing, ForOptionsOfThePreprocessor) {
  expectNothingWritten("clang++", Driver, OneValue, [](const Strings &Words) {
    return Strings{"-Wp," + llvm::join(Words, ",")};
  });
  expectNothingWritten("clang++", CC1, OneValue, [](const Strings &Words) {
    return behind("-Xpreprocessor", Words);
  });
}

TEST(WritesNothing, ForOptionsOfNvccsHostCompiler) {
  expectNothingWritten("nvcc", Driver, OneValue, [](const Strings &Words) {
    return Strings{"-Xcompiler", llvm::join(Words, ",")};
  });
}

TEST(WritesNothing, ForOptionsInFiles) {
  llvm::SmallString<128> Beside; // Temporary files are soon the playground's.
  ASSERT_FALSE(fs::createUniqueDirectory("warplint-words", Beside));
  Playground Ground;
  // All options of the driver that take a value, in files of several kinds;
  // most would be refused together, so that each stands in one of its own.
  std::vector<Case> Cases;
  for (const Strings &Option :
       optionsOf(Driver, {Ground.folder() + "/victim"})) {
    std::string File = (Beside + "/" + llvm::utostr(Cases.size())).str();
    Playground::write(File, llvm::join(Option, " ") + "\n");
    for (StringRef How : {"@", "--config=", "--options-file="})
      Cases.push_back({How == "--options-file=" ? "nvcc" : "clang++",
                       {(How + File).str()}});
  }
  expectNothingWritten(withOtherCommands(std::move(Cases), Ground), Ground);
  fs::remove_directories(Beside);
}

TEST(WritesNothing, ForWhatASourceSays) {
  Playground Ground;
  for (StringRef Text :
       {"#pragma clang module build M\nmodule M {}\n#pragma clang module "
        "contents\nint m;\n#pragma clang module endbuild\n#pragma clang module "
        "import M\n",
        "#pragma clang module import M\n", "#pragma clang module load M\n",
        "#pragma GCC dependency \"victim\"\n",
        "#pragma GCC pch_preprocess \"victim\"\n",
        "#pragma clang __debug dump k\n",
        "#pragma clang __debug module_map M\n",
        "#pragma comment(compiler, \"-MD -MF victim\")\n", "@import M;\n",
        "import M;\n", "#embed \"victim\"\n"}) {
    Playground::write("k.cu", Text);
    Ground.changes();
    std::vector<Case> Cases;
    for (StringRef Flag : {"-std=c++20", "-Xclang=-fmodules", "-fmodules"})
      Cases.push_back({"clang++", {Flag.str(), "-fmodules-cache-path=out"}});
    SCOPED_TRACE(Text.str());
    expectNothingWritten(Cases, Ground, 1);
  }
}

/// A parse as clang's tools make one, without our measures.
void parsePlainly(Strings Words) {
  Words.insert(Words.begin(), {"clang++", "-x", "cuda", "--cuda-device-only",
                               "-nocudainc", "-nocudalib", "-fsyntax-only"});
  Words.push_back("k.cu");
  std::vector<const char *> Args;
  for (const std::string &Word : Words)
    Args.push_back(Word.c_str());
  std::shared_ptr<clang::CompilerInvocation> Invocation =
      clang::createInvocation(Args);
  ASSERT_TRUE(Invocation);
  clang::CompilerInstance CI(Invocation);
  CI.createVirtualFileSystem();
  CI.createDiagnostics(new clang::IgnoringDiagConsumer);
  clang::SyntaxOnlyAction Action;
  CI.ExecuteAction(Action);
}

TEST(WritesNothing, AndThePlaygroundWouldSeeIt) {
  Playground Ground;
  for (const Strings &Words : std::vector<Strings>{
           {"-MD", "-MF", "victim"},
           {"-MJ", "new.json"},
           {"-Xclang", "-dependency-dot", "-Xclang", "victim"},
           {"-Xclang", "-header-include-file", "-Xclang", "victim", "-Xclang",
            "-H", "-Xclang", "-sys-header-deps"},
           {"-Xclang", "-stats-file=victim"}}) {
    parsePlainly(Words);
    EXPECT_NE(Ground.changes(), "") << llvm::join(Words, " ");
  }
}

TEST(WritesNothing, ForToolsThatAreGivenTheCommand) {
  Playground Ground;
  auto Given = [&](Strings Words) {
    Words.insert(Words.begin(), {"clang++", "-x", "cuda", "--cuda-device-only",
                                 "-nocudainc", "-nocudalib"});
    Words.push_back("k.cu");
    return withoutOutputs(Words, Ground.folder(),
                          llvm::vfs::createPhysicalFileSystem());
  };
  EXPECT_EQ(
      Given({"-DA=1", "-Iout", "-O2", "-Wall"}),
      (Strings{"clang++", "-x", "cuda", "--cuda-device-only", "-nocudainc",
               "-nocudalib", "-DA=1", "-Iout", "-O2", "-Wall", "k.cu"}));
  Strings Harmless =
      Given({"-DA=1", "-Xclang", "-dependency-dot", "-Xclang", "victim"});
  EXPECT_EQ(Harmless[1], "-cc1");
  EXPECT_FALSE(llvm::is_contained(Harmless, "victim"));
  EXPECT_TRUE(llvm::is_contained(Harmless, "A=1"));
  EXPECT_EQ(Given({"-Xclang", "-no-such-option", "-Xclang", "-dependency-dot",
                   "-Xclang", "victim"}),
            (Strings{"clang++", "k.cu"}));
  EXPECT_EQ(Ground.changes(), "");
}

} // namespace
