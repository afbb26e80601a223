import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import smile.manifold.KPCA;
import smile.math.kernel.GaussianKernel;

/** Fits kernel PCA with Smile to a CSV file whose last column is a label; prints JSON. */
public final class SmileFit {

  private SmileFit() {}

  /** Arguments: file, sigma of exp(-|x-y|^2 / (2 sigma^2)), rank. */
  public static void main(String[] arguments) throws Exception {
    List<double[]> rows = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(Path.of(arguments[0])))))) {
      reader.readLine();
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        double[] cells = Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray();
        rows.add(Arrays.copyOf(cells, cells.length - 1));
      }
    }
    double sigma = Double.parseDouble(arguments[1]);
    int rank = Integer.parseInt(arguments[2]);
    long start = System.nanoTime();
    KPCA<double[]> model = KPCA.fit(rows.toArray(double[][]::new), new GaussianKernel(sigma), rank);
    double seconds = (System.nanoTime() - start) * 1e-9;
    System.out.printf(
        "{\"seconds\": %s, \"eigenvalues\": [%s]}%n",
        seconds,
        Arrays.stream(model.variances())
            .mapToObj(Double::toString)
            .collect(Collectors.joining(", ")));
  }
}
