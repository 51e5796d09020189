//===- ToolkitKernels.h - Kernels of system headers -------------*- C++ -*-===//

#ifndef WARPLINT_KERNEL_TOOLKITKERNELS_H
#define WARPLINT_KERNEL_TOOLKITKERNELS_H

#include "warplint/Kernel/KernelModel.h"

namespace warplint {

/// Kernels that a header of the toolkit or the system brings along (cub,
/// thrust) are not the user's to change, and are left out unless asked for.
enum class ToolkitKernels : uint8_t { LeftOut, Read };

/// buildDeviceModel with a say in that.
DeviceModel buildDeviceModel(DeviceUnit &Unit, SourceIndex &Index,
                             ToolkitKernels OfToolkit,
                             const Needs &Wanted = {});

} // namespace warplint

#endif // WARPLINT_KERNEL_TOOLKITKERNELS_H
