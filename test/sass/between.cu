// What stands between two adjacent accesses: some of it keeps them apart.
#define KERNEL(Name)                                                           \
  __global__ void Name(float *out, const float *in, int n) {                   \
    __shared__ float s[4096], q[4096];                                         \
    int t = threadIdx.x;                                                       \
    for (int i = t; i < 4096; i += blockDim.x) {                               \
      s[i] = in[i];                                                            \
      q[i] = in[i + 7];                                                        \
    }                                                                          \
    __syncthreads();

#define END                                                                    \
    out[t] = a * b;                                                            \
    __syncthreads();                                                           \
    out[t + 1000] = s[t] + q[t];                                               \
  }

KERNEL(nothing)
    float a = s[4 * t];
    float b = s[4 * t + 1];
END

KERNEL(aStoreToTheArray)
    float a = s[4 * t];
    s[n] = in[t];
    float b = s[4 * t + 1];
END

KERNEL(aStoreToAnotherArray)
    float a = s[4 * t];
    q[t] = in[t];
    float b = s[4 * t + 1];
END

KERNEL(aStoreToGlobalMemory)
    float a = s[4 * t];
    out[t + 99] = in[t];
    float b = s[4 * t + 1];
END

KERNEL(aLoadOfAnotherArray)
    float a = s[4 * t];
    a += q[t];
    float b = s[4 * t + 1];
END

KERNEL(aGlobalAtomic)
    float a = s[4 * t];
    atomicAdd(out + n, 1.0f);
    float b = s[4 * t + 1];
END

KERNEL(aSharedAtomic)
    float a = s[4 * t];
    atomicAdd(&q[n], 1.0f);
    float b = s[4 * t + 1];
END

KERNEL(aShuffle)
    float a = s[4 * t];
    out[t + 70] = __shfl_xor_sync(~0u, a, 1);
    float b = s[4 * t + 1];
END

KERNEL(syncwarp)
    float a = s[4 * t];
    __syncwarp();
    float b = s[4 * t + 1];
END

KERNEL(aFence)
    float a = s[4 * t];
    __threadfence_block();
    float b = s[4 * t + 1];
END

KERNEL(aBranch)
    float a = s[4 * t];
    if (n > 3)
      out[t + 70] = a;
    float b = s[4 * t + 1];
END

KERNEL(aLoop)
    float a = s[4 * t];
    for (int i = 0; i < n; ++i)
      a += in[i * n];
    float b = s[4 * t + 1];
END

__global__ void insideABranch(float *out, const float *in, int n) {
  __shared__ float s[512];
  int t = threadIdx.x;
  for (int i = t; i < 512; i += blockDim.x)
    s[i] = in[i];
  __syncthreads();
  float a = 0;
  if (t < n)
    a = s[2 * t] + s[2 * t + 1];
  out[t] = a;
}
