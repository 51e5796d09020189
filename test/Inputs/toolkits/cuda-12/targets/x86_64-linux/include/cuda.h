/* Stands for the CUDA driver API's header: only what tells the version. */
#define CUDA_VERSION 12040
