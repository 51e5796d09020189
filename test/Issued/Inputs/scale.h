__device__ inline float scaled(float x, float by) { return x * by + 1; }
