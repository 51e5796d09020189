/* CCCL has a folder of its own since CUDA 13. */
