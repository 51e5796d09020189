//===- RuntimeCalls.cpp - What CUDA's functions do with kernels -----------===//

#include "RuntimeCalls.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace warplint {

using enum RuntimeCall;

struct RuntimeFunction {
  StringRef Name;
  RuntimeCall Does;
};

static constexpr RuntimeFunction Functions[] = {
    {"cudaLaunchKernel", Launches},
    {"cudaLaunchCooperativeKernel", Launches},
    {"cudaLaunchKernelEx", LaunchesByConfig},
    {"cudaLaunchKernelExC", LaunchesByArray},
    {"cudaGraphAddKernelNode", AddsNode},
    {"cudaFuncSetAttribute", Asks},
    {"cudaFuncGetAttributes", Asks},
    {"cudaFuncSetCacheConfig", Asks},
    {"cudaFuncSetSharedMemConfig", Asks},
    {"cudaFuncGetName", Asks},
    {"cudaFuncGetParamInfo", Asks},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", Asks},
    {"cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", Asks},
    {"cudaOccupancyAvailableDynamicSMemPerBlock", Asks},
    {"cudaOccupancyMaxPotentialBlockSize", Asks},
    {"cudaOccupancyMaxPotentialBlockSizeWithFlags", Asks},
    {"cudaOccupancyMaxPotentialBlockSizeVariableSMem", Asks},
    {"cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags", Asks},
    {"cudaOccupancyMaxPotentialClusterSize", Asks},
    {"cudaOccupancyMaxActiveClusters", Asks},
    {"cuModuleGetFunction", FindsKernel},
    {"cuLibraryGetKernel", FindsKernel},
    {"cudaLibraryGetKernel", FindsKernel},
    {"cuModuleEnumerateFunctions", FindsAny},
    {"cuLibraryEnumerateKernels", FindsAny},
    {"cudaLibraryEnumerateKernels", FindsAny},
    {"cuGraphKernelNodeGetParams", FindsAny},
    {"cudaGraphKernelNodeGetParams", FindsAny},
    {"cuGraphNodeGetParams", FindsAny},
    {"cudaGraphNodeGetParams", FindsAny},
    {"cudaGetDriverEntryPoint", FindsCall},
    {"cudaGetDriverEntryPointByVersion", FindsCall},
    {"cuGetProcAddress", FindsCall},
};

static bool startsWithAny(StringRef Name,
                          std::initializer_list<StringRef> Prefixes) {
  return llvm::any_of(
      Prefixes, [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

/// Begins like a function of the table that does that.
static bool beginsLike(StringRef Name, RuntimeCall Does) {
  return llvm::any_of(Functions, [&](const RuntimeFunction &F) {
    return F.Does == Does && Name.starts_with(F.Name);
  });
}

static bool isOfGraph(StringRef Name) {
  return startsWithAny(Name, {"cudaGraph", "cuGraph"});
}

RuntimeCall runtimeCallOf(StringRef Name) {
  Name.consume_back("_ptsz");
  Name.consume_back("_v2");
  const auto *Found = llvm::find_if(
      Functions, [&](const RuntimeFunction &F) { return F.Name == Name; });
  return Found == std::end(Functions) ? Other : Found->Does;
}

bool isLaunch(RuntimeCall Call) {
  return Call == Launches || Call == LaunchesByConfig ||
         Call == LaunchesByArray;
}

bool findsKernels(RuntimeCall Call) {
  return Call == FindsKernel || Call == FindsAny || Call == FindsCall;
}

bool spellsLaunch(StringRef Text) {
  return Text.contains("<<<") || Text.contains("cudaLaunch");
}

bool spellsSearch(StringRef Text) {
  return llvm::any_of(Functions, [&](const RuntimeFunction &F) {
    return (F.Does == FindsKernel || F.Does == FindsAny) &&
           Text.contains(F.Name);
  });
}

bool mayLaunchNamed(StringRef Function) {
  return beginsLike(Function, Launches);
}

bool mayLaunch(StringRef Function) {
  if (isOfGraph(Function)) // A graph launches the kernels of its nodes.
    return Function.contains("Node");
  return !Function.contains("LaunchHostFunc") &&
         (startsWithAny(Function, {"cudaLaunch", "cuLaunch",
                                   "__cudaPushCallConfiguration",
                                   "cudaGetFuncBySymbol", "cudaGetKernel"}) ||
          beginsLike(Function, FindsKernel) || beginsLike(Function, FindsCall));
}

bool mayEnumerate(StringRef Function) {
  return !isOfGraph(Function) && beginsLike(Function, FindsAny);
}

bool mayLookUp(StringRef Function) {
  return Function == "dlsym" || Function == "dlvsym" ||
         startsWithAny(Function, {"GetProcAddress", "g_module_symbol"}) ||
         beginsLike(Function, FindsCall);
}

} // namespace warplint
