package dev.mercer.use.drive;

/** The gradients of the scores of a model at a block of rows; one class per way of scoring. */
interface BlockGradients {

  /** The memory of one thread. */
  interface Place {

    /**
     * Writes gradients in the coordinates of the kernel.
     *
     * @param rows the block, row-major, after scaling; not modified
     * @param count the number of rows in the block, at most the number that the place was made for
     * @param into receives one row for each pair of row and component; the components of a row are
     *     adjacent
     */
    void gradients(double[] rows, int count, double[] into);
  }

  Place place(int mostRows);
}
