package dev.mercer.app.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What several delimited files mean together, for both readers. */
abstract class SeveralCsvFilesContract {

  final long smallCsv;

  @TempDir Path folder;

  SeveralCsvFilesContract(long smallCsv) {
    this.smallCsv = smallCsv;
  }

  final Loaded load(DataRequest request) {
    return Loaded.of(request, 1000, smallCsv);
  }

  final AbstractThrowableAssert<?, ? extends Throwable> assertRefused(DataRequest request) {
    return Refusal.assertRefused(() -> load(request));
  }

  final DataRequest csv(String text) {
    return DataRequest.of(Written.text(folder, "a.csv", text).toString());
  }

  @Test
  void globsAreReadInTheOrderOfTheirNames() throws Exception {
    for (int k = 9; k >= 0; k--) {
      Written.text(folder, "part-" + k + ".csv", "a,b\n" + k + ",0\n" + (k + 0.5) + ",1\n");
    }
    DataRequest request = DataRequest.of(folder + "/part-*.csv");
    double[] a = Loaded.of(request, 3, smallCsv).column(0);
    assertThat(a).hasSize(20).isSorted();
    assertThat(load(request.withRows(RowRange.parse("3:7"))).column(0))
        .containsExactly(1.5, 2, 2.5, 3);
    assertThat(DataSources.shape(request, smallCsv))
        .isEqualTo(new DataShape(20, 2, List.of("a", "b")));
    Files.createDirectories(folder.resolve("sub/deep"));
    Written.text(folder, "sub/deep/z.csv", "b,a\n1,100\n");
    assertThat(load(DataRequest.of(folder + "/**/[pz]*.csv")).column(0)).hasSize(21).contains(100);
  }

  @Test
  void columnsOfSeveralFilesAreMatchedByName() {
    Written.text(folder, "m1.csv", "a,b\n1,2\n");
    Written.text(folder, "m2.csv", "b,a\n2,1\n");
    assertThat(load(DataRequest.of(folder + "/m?.csv")).rows())
        .isDeepEqualTo(new double[][] {{1, 2}, {1, 2}});
    Written.text(folder, "m3.csv", "b,c\n2,1\n");
    assertRefused(DataRequest.of(folder + "/m?.csv"))
        .hasMessageContaining("m3.csv")
        .hasMessageContaining("lacks 'a' and it adds 'c'");
    Written.text(folder, "m3.csv", "5,6\n7,8\n");
    assertRefused(DataRequest.of(folder + "/m?.csv")).hasMessageContaining("m3.csv");
  }

  @Test
  void theFileOfABadCellIsNamed() {
    Written.text(folder, "n1.csv", "a\n1\n2\n");
    Written.text(folder, "n2.csv", "a\n3\nNA\n");
    assertRefused(DataRequest.of(folder + "/n*.csv"))
        .hasMessageContaining("row 3, column 'a' is missing ('NA') (row 1 of ")
        .hasMessageContaining("n2.csv");
  }
}
