//===- WorkspaceRun.cpp - All sources of the workspace, linted ------------===//

#include "WorkspaceRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Threading.h"

using namespace llvm;

namespace warplint {

/// Half of the machine is left to the editor and its other servers.
static size_t mostWorkers() {
  unsigned Cores = heavyweight_hardware_concurrency().compute_thread_count();
  return std::clamp(Cores / 2, 1U, Analyst::MaximumForWorkspace);
}

void WorkspaceRun::begin(const std::vector<std::string> &From, uint64_t Of,
                         std::vector<OpenText> Given,
                         std::function<bool(StringRef)> Spares) {
  stop();
  World = Of;
  Texts = std::move(Given);
  Open = sourcesOf(Docs);
  IsSpared = std::move(Spares);
  Folders.assign(From.begin(), From.end());
  Sources.clear();
  Done = 0;
  Problem = "";
  proceed();
}

void WorkspaceRun::stop() {
  if (isRunning())
    outdate();
  Working.clear();
  Folders.clear();
  Waiting.clear();
}

std::vector<int> WorkspaceRun::sockets() const {
  std::vector<int> Result;
  for (const Worker &W : Working)
    Result.push_back(W.Process.socket());
  return Result;
}

bool WorkspaceRun::assign(Worker &W) {
  std::deque<std::string> &From = Folders.empty() ? Waiting : Folders;
  if (From.empty())
    return false;
  W.Folder = W.Source = "";
  (&From == &Folders ? W.Folder : W.Source) = std::move(From.front());
  From.pop_front();
  return W.Process.begin({World, W.Source, std::nullopt, Texts, W.Folder});
}

void WorkspaceRun::proceed() {
  while ((!Folders.empty() || !Waiting.empty()) &&
         Working.size() != mostWorkers())
    if (!assign(Working.emplace_back(Options))) {
      stop();
      Problem = "cannot start a process";
    }
}

void WorkspaceRun::take(const std::vector<std::string> &Found) {
  for (const std::string &File : Found) {
    const std::string &Name = Docs.nameOf(File);
    if (!Sources.insert(Name).second)
      continue; // Of two folders, one in the other.
    if (IsSpared(Name))
      ++Done;
    else
      Waiting.push_back(File);
  }
}

std::optional<WorkspaceRun::Outcome> WorkspaceRun::receive(int Socket) {
  auto W = find_if(Working, [&](const Worker &Other) {
    return Other.Process.socket() == Socket;
  });
  if (W == Working.end())
    return std::nullopt;
  std::optional<AnalystAnswer> Answer = W->Process.receive();
  if (!Answer)
    return std::nullopt;
  std::optional<Outcome> Made;
  if (W->Source.empty()) {
    take(Answer->Sources);
    if (!Answer->Problem.empty())
      Problem = Answer->Problem;
  } else {
    ++Done;
    Made.emplace(Docs.nameOf(W->Source));
    Made->HasReport = Answer->Report.has_value();
    if (Answer->Report)
      Made->Made = {std::move(*Answer->Report), Open};
    Made->Said = std::move(Answer->Said);
    Made->Problem = std::move(Answer->Problem);
  }
  if (!assign(*W))
    Working.erase(W);
  proceed();
  return Made;
}

} // namespace warplint
