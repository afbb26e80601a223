package dev.mercer.use.drive;

/** The gradients of a model's scores at a block of rows, each way of scoring its own. */
interface BlockGradients {

  /** What one thread works with. */
  interface Place {

    /**
     * Writes gradients in the coordinates the kernel sees.
     *
     * @param rows the block, row-major, after scaling; not modified
     * @param count rows in the block, at most what the place was made for
     * @param into receives one row a row and component, components of a row together
     */
    void gradients(double[] rows, int count, double[] into);
  }

  Place place(int mostRows);
}
