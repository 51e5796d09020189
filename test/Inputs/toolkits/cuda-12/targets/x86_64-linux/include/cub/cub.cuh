/* CCCL lies among the other headers up to CUDA 12. */
