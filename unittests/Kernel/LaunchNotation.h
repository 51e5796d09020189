//===- LaunchNotation.h - Blocks as text ------------------------*- C++ -*-===//

#ifndef WARPLINT_UNITTESTS_KERNEL_LAUNCHNOTATION_H
#define WARPLINT_UNITTESTS_KERNEL_LAUNCHNOTATION_H

#include "CudaSnippet.h"
#include "Kernel/Launch/UnitLaunches.h"
#include "warplint/Frontend/CompileCommand.h"
#include "warplint/Kernel/Launch.h"

namespace warplint {

/// "(32,8,1)", with ? for a component that is not known.
inline std::string text(const LaunchShape &Shape) {
  auto Component = [](std::optional<unsigned> V) {
    return V ? std::to_string(*V) : std::string("?");
  };
  return "(" + Component(Shape.X) + "," + Component(Shape.Y) + "," +
         Component(Shape.Z) + ")";
}

/// Each block once, in the order of the records.
inline std::string text(llvm::ArrayRef<LaunchRecord> Records) {
  std::string Text;
  for (const LaunchRecord &Record : Records)
    if (std::string Block = text(Record.Shape);
        Text.find(Block) == std::string::npos)
      Text += (Text.empty() ? "" : " ") + Block;
  return Text;
}

/// "grid (4,1,1) 1=1024 2.ld=8 bytes 48", what is known of each beside the
/// block, "; " in between.
inline std::string valuesText(llvm::ArrayRef<LaunchRecord> Records) {
  std::string Text;
  for (const LaunchRecord &Record : Records) {
    Text += (Text.empty() ? "grid " : "; grid ") + text(Record.Grid);
    for (const LaunchArgument &Argument : Record.Arguments)
      Text += " " + std::to_string(Argument.Parameter) + Argument.Path + "=" +
              std::to_string(Argument.Value);
    if (Record.DynamicSharedBytes)
      Text += " bytes " + std::to_string(*Record.DynamicSharedBytes);
  }
  return Text;
}

/// The launches of a kernel in \p S: as the host side is compiled, or as the text
/// spells them out where that has errors.
inline std::vector<LaunchRecord> launchesOf(Snippet &S,
                                            const clang::FunctionDecl *Kernel) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile("/snippet.cu", 0,
                  llvm::MemoryBuffer::getMemBufferCopy(S.code()));
  auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::getRealFileSystem());
  FS->pushOverlay(Memory);
  DeviceCommand Command;
  Command.File = "/snippet.cu";
  Command.Arguments = deviceArguments();
  std::unique_ptr<HostUnit> Host = parseHost(Command, FS, ParseOptions());
  if (!Host)
    return collectLaunches(S).of(Kernel).vec();
  KernelIdentity Wanted = identityOf(*Kernel);
  if (!Wanted.DefinedIn.empty())
    Wanted.DefinedIn = "/snippet.cu";
  const bool IsProgram = llvm::StringRef(S.code()).contains("int main(");
  std::vector<LaunchRecord> Found =
      launchesIn(*Host, [&](const clang::FunctionDecl &) {
        return IsProgram;
      }).of(Wanted);
  // Templates that are not instantiated have no code.
  return Found.empty() ? collectLaunches(S).of(Kernel).vec() : Found;
}

/// The blocks with which \p Code launches the kernel k (or each instantiation
/// of it, one after the other, in the order of the instantiations).
inline std::string blocks(const std::string &Code, bool MayHaveErrors = false) {
  Snippet S("__global__ void k(float *p);\n" + Code, MayHaveErrors);
  return text(launchesOf(S, S.function("k")));
}

/// The same for a body of a host function with an unknown `int n`.
inline std::string blocksIn(const std::string &Body,
                            bool MayHaveErrors = false) {
  return blocks("void host(float *p, int n) {\n" + Body + "\n}", MayHaveErrors);
}

} // namespace warplint

#endif // WARPLINT_UNITTESTS_KERNEL_LAUNCHNOTATION_H
