/* Stands for the header of cuRAND that clang's CUDA wrapper includes. */
