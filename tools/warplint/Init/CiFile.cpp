//===- CiFile.cpp - A job of continuous integration -----------------------===//

#include "CiFile.h"
#include "warplint/Support/Paths.h"
#include "warplint/Support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace warplint {

/// The URL of the remote "origin" in the text of .git/config.
static StringRef originIn(StringRef Config) {
  bool IsOrigin = false;
  for (StringRef Line : split(Config, '\n')) {
    Line = Line.trim();
    if (Line.starts_with("["))
      IsOrigin = Line == "[remote \"origin\"]";
    auto [Key, Value] = Line.split('=');
    if (IsOrigin && Key.trim() == "url")
      return Value.trim();
  }
  return "";
}

CiGuess guessCi(StringRef Root) {
  if (sys::fs::is_directory(joinPath(Root, ".github")))
    return {CiService::GitHub, ".github exists"};
  if (sys::fs::exists(joinPath(Root, ".gitlab-ci.yml")))
    return {CiService::GitLab, ".gitlab-ci.yml exists"};
  const std::string Config = smallText(joinPath(Root, ".git", "config"));
  StringRef Origin = originIn(Config);
  if (Origin.contains("github."))
    return {CiService::GitHub, "origin is on GitHub"};
  if (Origin.contains("gitlab"))
    return {CiService::GitLab, "origin is on GitLab"};
  return {};
}

/// A comment where the database that is here may not be there.
static std::string needsDatabase(const BuildGuess &Build) {
  if (Build.Path.empty() || !Build.Prepare.empty())
    return "";
  return "# The step that creates the database in '" + printable(Build.Path) +
         "' has to run before this one.\n";
}

static std::string gitHubText(const BuildGuess &Build, StringRef Below) {
  const std::string Folder =
      Below.empty() ? "" : "working-directory: " + yamlText(Below) + "\n";
  std::string Text = R"(name: warplint
on: [pull_request]
permissions:
  contents: read
  security-events: write
jobs:
  warplint:
    # The headers of the CUDA toolkit have to be there: use a container that has
    # them, or a step that installs them.
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
)";
  if (!Build.Prepare.empty())
    Text += "      - run: " + Build.Prepare + "\n" +
            (Folder.empty() ? "" : "        " + Folder);
  if (std::string Comment = needsDatabase(Build); !Comment.empty())
    Text += "      " + Comment;
  Text += R"(      # Put in where your warplint comes from, and its version.
      - uses: OWNER/warplint@VERSION
        with:
          files: '**/*.cu'
)";
  // Flags are in the place of options.
  if (!Build.Path.empty())
    Text += "          build-path: " + yamlText(Build.Path) + "\n";
  else if (!Build.Options.empty() || !Build.Flags.empty())
    Text += "          args: " + yamlText(Build.Options + Build.Flags) + "\n";
  if (!Folder.empty())
    Text += "          " + Folder;
  return Text + R"(          sarif: warplint.sarif
      - uses: github/codeql-action/upload-sarif@v3
        if: always()
        with:
          sarif_file: )" +
         yamlText(joinPath(Below, "warplint.sarif")) + "\n";
}

static std::string gitLabText(const BuildGuess &Build, StringRef Files,
                              StringRef Below) {
  std::string Text = R"(warplint:
  # The image has to have warplint and the headers of the CUDA toolkit.
  script:
)";
  if (std::string Comment = needsDatabase(Build); !Comment.empty())
    Text += "    " + Comment;
  auto Run = [&](const std::string &Command) {
    Text += "    - " + yamlText(Command) + "\n";
  };
  if (!Below.empty())
    Run("cd " + shellWord(Below));
  if (!Build.Prepare.empty())
    Run(Build.Prepare);
  Run("warplint " + (Build.Options.empty() ? "" : Build.Options + " ") +
      "--format=text --format=sarif:warplint.sarif" +
      (Files.empty() ? "" : " " + Files.str()) +
      (Build.Flags.empty() ? "" : " " + Build.Flags));
  return Text + "  artifacts:\n    when: always\n    paths: [" +
         yamlText(joinPath(Below, "warplint.sarif")) + "]\n";
}

CiFile ciFileFor(CiService Service, const BuildGuess &Build, StringRef Files,
                 StringRef Root, StringRef Below) {
  if (Service == CiService::GitHub)
    return {".github/workflows/warplint.yml", gitHubText(Build, Below), ""};
  std::string Text = gitLabText(Build, Files, Below);
  if (!sys::fs::exists(joinPath(Root, ".gitlab-ci.yml")))
    return {".gitlab-ci.yml", std::move(Text), ""};
  return {"warplint.gitlab-ci.yml", std::move(Text),
          "add to .gitlab-ci.yml: include: warplint.gitlab-ci.yml"};
}

} // namespace warplint
