package dev.mercer.method;

/**
 * A way to kernel principal components: which algorithm, with which parameters. {@link Auto},
 * {@link Exact}, {@link Subset} and the other records of this package are what {@link
 * dev.mercer.KernelPca#method} takes.
 */
public interface Method {

  /** The text that names the method, parameters included. */
  String spec();
}
