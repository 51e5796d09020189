/* Stands for the CUDA runtime's header. */
