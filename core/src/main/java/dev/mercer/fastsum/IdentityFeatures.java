package dev.mercer.fastsum;

/** The linear kernel as its own feature map: the terms of a point are its coordinates. */
public record IdentityFeatures(int columns) implements FeatureMap {

  public IdentityFeatures {
    if (columns < 1) {
      throw new IllegalArgumentException("columns = " + columns + "; a point has at least 1");
    }
  }

  @Override
  public String scheme() {
    return "identity";
  }

  @Override
  public int terms() {
    return columns;
  }

  @Override
  public double errorBound() {
    return 0;
  }

  @Override
  public int scratch(int stride) {
    return 0;
  }

  @Override
  public void map(int count, int stride, double[] x, double[] z, double[] scratch) {
    for (int c = 0; c < columns; c++) {
      System.arraycopy(x, c * stride, z, c * stride, count);
    }
  }
}
