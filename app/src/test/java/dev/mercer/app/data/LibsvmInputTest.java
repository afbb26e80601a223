package dev.mercer.app.data;

import static dev.mercer.app.data.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibsvmInputTest {

  @TempDir Path folder;

  private DataRequest svm(String text) {
    return DataRequest.of(Written.text(folder, "a.svm", text).toString());
  }

  @Test
  void whatIsNotWrittenIsZero() {
    Loaded data =
        Loaded.of(
            svm("# head\n+1 1:0.5 3:-2e1\n\n-1 qid:7 2:1 # tail 9:9\r\n0.0\n2.5   4:7\t5:0"), 2);
    assertThat(data.rows())
        .isDeepEqualTo(
            new double[][] {
              {0.5, 0, -20, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 7, 0}
            });
    assertThat(data.labels()).containsExactly("1", "-1", "0", "2.5");
    assertThat(data.names()).isEmpty();
  }

  @Test
  void packedFilesGlobsRangesAndClasses() {
    Written.text(folder, "p1.libsvm", "1 1:1\n2 2:2\n");
    Written.text(folder, "p2.libsvm", "1 7:3\n");
    Loaded data = Loaded.of(DataRequest.of(folder + "/p*.libsvm"));
    assertThat(data.rows()).hasDimensions(3, 7);
    assertThat(data.rows()[2][6]).isEqualTo(3);
    assertThat(
            Loaded.of(
                    DataRequest.of(folder + "/p*.libsvm")
                        .withClasses(List.of("1"))
                        .withRows(RowRange.parse("1:")))
                .rows())
        .hasDimensions(1, 7);
    Path packed = Written.bytes(folder, "z.svm.gz", Written.gzip("3 2:5\n"));
    assertThat(Loaded.of(DataRequest.of(packed.toString())).rows())
        .isDeepEqualTo(new double[][] {{0, 5}});
    assertThat(DataSources.shape(DataRequest.of(folder + "/p*.libsvm")))
        .isEqualTo(new DataShape(3, 7, List.of()));
  }

  @Test
  void columnsOfAModelAreFilledUp() {
    DataRequest request = svm("1 2:5\n");
    assertThat(Loaded.of(request.withExpected(new ExpectedColumns(4, List.of()))).rows())
        .isDeepEqualTo(new double[][] {{0, 5, 0, 0}});
    assertRefused(request.withExpected(new ExpectedColumns(1, List.of())))
        .hasMessageContaining("has 2 feature columns, the model was fitted on 1");
  }

  @Test
  void wrongLinesAreNamed() {
    assertRefused(svm("1 1:1\n1 3:1 2:1\n"))
        .hasMessageContaining("line 2 has index 2 after 3; indices must ascend");
    assertRefused(svm("1 2:1 2:1\n")).hasMessageContaining("line 1 has index 2 after 2");
    assertRefused(svm("1 0:1\n")).hasMessageContaining("counts columns from 1");
    assertRefused(svm("1 -3:1\n")).hasMessageContaining("index -3");
    assertRefused(svm("1 1:x\n")).hasMessageContaining("line 1 has 'x' where a number");
    assertRefused(svm("1 1:0x10\n")).hasMessageContaining("where a number");
    assertRefused(svm("1 a:1\n")).hasMessageContaining("whole index");
    assertRefused(svm("1 5\n")).hasMessageContaining("has '5' where index:value");
    assertRefused(svm("1:1 2:1\n")).hasMessageContaining("must start with a label");
    assertRefused(svm("")).hasMessageContaining("no rows");
    assertRefused(svm("# nothing\n\n")).hasMessageContaining("no rows");
    assertRefused(svm("1\n2\n")).hasMessageContaining("no index:value");
    assertRefused(svm("1 1:1\n").withLabel("y")).hasMessageContaining("its labels come with it");
  }

  @Test
  void hostileFiles() {
    assertRefused(svm("1 1000001:1\n")).hasMessageContaining("at most 1000000 columns");
    assertRefused(svm("1 99999999999999999999:1\n")).hasMessageContaining("whole index");
    assertRefused(svm("1 2147483648:1\n")).hasMessageContaining("at most 1000000 columns");
    assertRefused(svm("1 " + "9".repeat(5000))).hasMessageContaining("more than 1000 characters");
    byte[] packed = Written.gzip("1 1:1\n".repeat(10_000));
    Path cut = Written.bytes(folder, "c.svm.gz", Arrays.copyOf(packed, packed.length / 2));
    assertRefused(DataRequest.of(cut.toString())).hasMessageContaining("not a complete gzip file");
    Path longer = Written.bytes(folder, "l.svm.gz", Written.joined(packed, new byte[] {1}));
    assertRefused(DataRequest.of(longer.toString()))
        .hasMessageContaining("l.svm.gz is not a complete gzip file (after its data comes");
    assertRefused(DataRequest.of(cut.toString())).hasMessageContaining("(it ends too early)");
    Path plain = Written.text(folder, "p.svm.gz", "1 1:1\n");
    assertRefused(DataRequest.of(plain.toString()))
        .hasMessageContaining("not a complete gzip file");
  }

  @Test
  void whatIsNotFiniteIsNamed() {
    DataRequest request = svm("1 1:1\n1 1:nan\n1 1:-inf\n1 1:1e999\n");
    assertRefused(request).hasMessageContaining("row 1, column 'x0' is NaN");
    assertThat(Loaded.of(request.withMissing(MissingPolicy.DROP)).rows()).hasDimensions(1, 1);
  }

  @Property(tries = 100)
  void anyTextIsRowsOrARefusal(@ForAll @StringLength(max = 60) String text) throws Exception {
    Path file = java.nio.file.Files.createTempFile("mercer", ".svm");
    try {
      java.nio.file.Files.writeString(file, "1 1:1\n" + text);
      Loaded.of(DataRequest.of(file.toString()).withMissing(MissingPolicy.NAN));
    } catch (DataException e) {
      assertThat(e.getMessage()).contains(file.toString());
    } finally {
      java.nio.file.Files.delete(file);
    }
  }
}
