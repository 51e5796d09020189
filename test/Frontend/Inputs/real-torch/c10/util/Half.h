#pragma once
#include "c10/impl/generated.h"
namespace c10 {
struct BFloat16 {
  unsigned short x;
};
struct Half {
  unsigned short x;
};
} // namespace c10
namespace at {
using c10::BFloat16;
using c10::Half;
} // namespace at
