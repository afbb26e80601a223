package dev.mercer.app.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a delimited file means, for both readers. */
abstract class CsvInputContract extends SeveralCsvFilesContract {

  CsvInputContract(long smallCsv) {
    super(smallCsv);
  }

  @Test
  void aHeaderNamesTheColumns() {
    Loaded data = load(csv("a,b\n1,2\n3.5,-4e2\n"));
    assertThat(data.rows()).isDeepEqualTo(new double[][] {{1, 2}, {3.5, -400}});
    assertThat(data.names()).containsExactly("a", "b");
    assertThat(data.weights()).containsExactly(1, 1);
    assertThat(data.labels()).containsExactly(null, null);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b\r\n1,2\r\n3,4\r\n",
        "\uFEFFa,b\n1,2\n3,4\n",
        "\uFEFF\"a\",b\r\n\"1\",2\r\n3,\"4\"",
        "a,b\n1,2\n3,4",
        "a;b\n1;2\n3;4\n",
        "a\tb\n1\t2\n3\t4\n",
        "a|b\n1|2\n3|4\n",
        "a , b\n 1,2\n3 , 4\n",
        "a,b\n1,2\n\n3,4\n\n",
      })
  void formsOfTheSameTable(String text) {
    Loaded data = load(csv(text));
    assertThat(data.rows()).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}});
    assertThat(data.names()).containsExactly("a", "b");
  }

  @Test
  void packedAndTabSeparated() {
    Path csv = Written.bytes(folder, "x.csv.gz", Written.gzip("a,b\n1,2\n"));
    Path tsv = Written.text(folder, "x.tsv", "a,1\tb\n1\t2\n");
    Path packed = Written.bytes(folder, "X.TSV.GZ", Written.gzip("a\tb\n1\t2\n"));
    for (Path file : List.of(csv, tsv, packed)) {
      assertThat(load(DataRequest.of(file.toString())).rows())
          .isDeepEqualTo(new double[][] {{1, 2}});
    }
    assertThat(load(DataRequest.of(tsv.toString())).names()).containsExactly("a,1", "b");
  }

  @Test
  void namesMayHoldAnything() {
    Loaded data =
        load(
            csv("\"it's \"\"so\"\"\",größe in m,\"x,y\",\"select * from t; --\",\"two\nlines\"\n1,2,3,4,5\n")
                .withColumns(List.of("x,y", "größe in m", "it's \"so\"", "two\nlines")));
    assertThat(data.rows()).isDeepEqualTo(new double[][] {{3, 2, 1, 5}});
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "it's.csv",
        "a b.csv",
        "x[1].csv",
        "\"q\".csv",
        "ü{a}.csv",
        "k=3/h.csv",
        "semi;colon.csv",
        "a%20b.csv"
      })
  void pathsMayHoldAnything(String name) {
    Written.text(folder, "x1.csv", "a\n99\n");
    Path file = Written.text(folder, name, "a\n7\n");
    Loaded data = load(DataRequest.of(file.toString()));
    assertThat(data.rows()).isDeepEqualTo(new double[][] {{7}});
    assertThat(data.names()).containsExactly("a");
  }

  @Test
  void starsInTheNameOfAFileAreNoGlob() {
    Written.text(folder, "y1.csv", "a\n99\n");
    Path file = Written.text(folder, "y*.csv", "a\n7\n");
    Path question = Written.text(folder, "y?.csv", "a\n8\n");
    assertThat(load(DataRequest.of(file.toString())).rows()).isDeepEqualTo(new double[][] {{7}});
    assertThat(load(DataRequest.of(question.toString())).rows())
        .isDeepEqualTo(new double[][] {{8}});
  }

  @Test
  void oneRowOneColumn() {
    Loaded data = load(csv("a\n1\n"));
    assertThat(data.rows()).isDeepEqualTo(new double[][] {{1}});
  }

  @Test
  void numbersKeepAllBits() {
    Random random = new Random(7);
    double[] expected = new double[5000];
    StringBuilder text = new StringBuilder("a\n");
    for (int i = 0; i < expected.length; i++) {
      do {
        expected[i] = Double.longBitsToDouble(random.nextLong());
      } while (!Double.isFinite(expected[i]));
      text.append(expected[i]).append('\n');
    }
    assertThat(load(csv(text.toString())).column(0)).containsExactly(expected);
  }

  @Test
  void truthValuesAreNumbers() {
    assertThat(load(csv("a,b\ntrue,1\nFALSE,2\n")).column(0)).containsExactly(1, 0);
  }

  @Test
  void wideTables() {
    int d = 3000;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < d; j++) {
        text.append(j == 0 ? "" : ",").append(i == 0 ? "c" + j : Integer.toString(i * j));
      }
      text.append('\n');
    }
    Loaded data = load(csv(text.toString()));
    assertThat(data.rows()[2]).hasSize(d);
    assertThat(data.rows()[2][d - 1]).isEqualTo(3.0 * (d - 1));
  }

  @Test
  void linesLongerThanTheUsualLimit() {
    int d = 150_000;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < d; j++) {
        text.append(j == 0 ? "" : ",").append(i == 0 ? "c" + j : "1234567890.123456789");
      }
      text.append('\n');
    }
    String[] kept = {"c0", "c" + (d - 1)};
    Loaded data = load(csv(text.toString()).withColumns(List.of(kept)));
    assertThat(data.rows())
        .isDeepEqualTo(
            new double[][] {
              {1234567890.123456789, 1234567890.123456789},
              {1234567890.123456789, 1234567890.123456789}
            });
  }

  // header or not

  @ParameterizedTest
  @ValueSource(strings = {"1,2\n3,4\n", "1,NA\n3,4\n"})
  void numbersOnTheFirstLineAreData(String text) {
    DataRequest request = csv(text).withMissing(MissingPolicy.NAN);
    Loaded data = load(request);
    assertThat(data.rows()).hasDimensions(2, 2);
    assertThat(data.names()).isEmpty();
    assertThat(load(request.withLabel("column1")).rows()).hasDimensions(2, 1);
  }

  @Test
  void aClassNameOverAClassNameIsData() {
    Loaded data = load(csv("5.1,3.5,setosa\n4.9,3.0,setosa\n").withLabel("column2"));
    assertThat(data.rows()).hasDimensions(2, 2);
    assertThat(data.labels()).containsExactly("setosa", "setosa");
  }

  @Test
  void aWordOverANumberIsAHeader() {
    Loaded data = load(csv("label,1,2\n0,10,20\n").withLabel("label"));
    assertThat(data.names()).containsExactly("1", "2");
    assertThat(data.rows()).isDeepEqualTo(new double[][] {{10, 20}});
  }

  @Test
  void aLineThatCountsFromZeroIsAHeader() {
    assertThat(load(csv("0,1,2,3\n5,6,7,8\n")).names()).containsExactly("0", "1", "2", "3");
    assertThat(load(csv("0,1\n5,6\n")).rows()).hasDimensions(2, 2);
    assertThat(load(csv("0,1,2,3\n5,6,7,8\n").withHeader(HeaderPolicy.NO)).rows())
        .hasDimensions(2, 4);
    assertThat(load(csv("2019,2020\n5,6\n").withHeader(HeaderPolicy.YES)).names())
        .containsExactly("2019", "2020");
  }

  @Test
  void anUnnamedColumnIsAFeatureOnlyWhenAskedFor() {
    DataRequest request = csv(",a,b\n0,1,2\n1,3,4\n");
    assertRefused(request).hasMessageContaining("--drop column0");
    assertThat(load(request.withDrop(List.of("column0"))).names()).containsExactly("a", "b");
    assertThat(load(request.withColumns(List.of("column0", "b"))).rows()[1]).containsExactly(1, 4);
  }

  // what is no number

  @Test
  void everyColumnThatIsNotNumericIsNamed() {
    assertRefused(csv("id,name,x,city\n1,Ann,2,Rome\n2,Bob,3,Oslo\n"))
        .hasMessageContaining("'name' ('Ann', …), 'city' ('Rome', …) are not numeric")
        .hasMessageContaining("--label")
        .hasMessageContaining("--drop name,city");
    assertRefused(csv("x,species\n1,setosa\n")).hasMessageContaining("--label species");
  }

  @ParameterizedTest
  @CsvSource({
    "NA,missing ('NA')",
    "nan,NaN",
    "NaN,NaN",
    "inf,infinite",
    "-Infinity,infinite",
    "1e999,infinite",
    "'',missing",
    "'\"\"',missing",
    "null,missing ('null')",
    "?,missing ('?')"
  })
  void theCellThatIsNotFiniteIsNamed(String cell, String what) {
    StringBuilder text = new StringBuilder("age,b\n");
    for (int i = 0; i < 900; i++) {
      text.append(i == 812 ? cell : i).append(",2\n");
    }
    assertRefused(csv(text.toString()))
        .hasMessageContaining(
            "row 812, column 'age' is " + what + "; clean it or pass --missing drop");
    Loaded dropped = load(csv(text.toString()).withMissing(MissingPolicy.DROP));
    assertThat(dropped.rows()).hasDimensions(899, 2);
    assertThat(dropped.dropped()).isEqualTo(1);
    Loaded kept = load(csv(text.toString()).withMissing(MissingPolicy.NAN));
    assertThat(kept.rows()).hasDimensions(900, 2);
    assertThat(kept.rows()[812]).containsExactly(Double.NaN, 2);
    assertThat(kept.incomplete().get(812)).isTrue();
    assertThat(kept.incomplete().stream().filter(b -> b)).hasSize(1);
  }

  @Test
  void textAmongNumbersIsAnErrorUnderEveryPolicy() {
    StringBuilder text = new StringBuilder("age\n");
    for (int i = 0; i < 30_000; i++) {
      text.append(i == 25_000 ? "abc" : i).append('\n');
    }
    for (MissingPolicy policy : MissingPolicy.values()) {
      assertRefused(csv(text.toString()).withMissing(policy))
          .hasMessageContaining("row 25000, column 'age' is 'abc', not a number")
          .hasMessageContaining("--drop age");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1_000", "1_0.5", "1.0_1", "1e1_0", "-2_000", "1__0", "1_", "_1"})
  void groupedDigitsAreNoNumber(String cell) {
    StringBuilder text = new StringBuilder("age,b\n");
    for (int i = 0; i < 30_000; i++) {
      text.append(i == 25_000 ? cell : i).append(",\"2\"\n\n");
    }
    assertRefused(csv(text.toString()))
        .hasMessageContaining("row 25000, column 'age' is '" + cell + "', not a number");
    Loaded before = load(csv(text.toString()).withRows(RowRange.parse("24990:25000")));
    assertThat(before.column(0)).hasSize(10).endsWith(24999);
    Loaded after = load(csv(text.toString()).withRows(RowRange.parse("25001:")));
    assertThat(after.column(0)).hasSize(4999).startsWith(25001);
  }

  @Test
  void groupedDigitsElsewhereDoNoHarm() {
    DataRequest labels = csv("x,y_1_2\n1,2_3\n2,a\n3,2_3\n").withLabel("y_1_2");
    assertThat(load(labels).labels()).containsExactly("2_3", "a", "2_3");
    assertThat(load(labels).column(0)).containsExactly(1, 2, 3);
  }

  @Test
  void rowNumbersCountWhatWasLoadedAndSayWhereThatIs() {
    DataRequest request = csv("a,k\n1,x\n2,y\n3,x\nNA,x\n").withLabel("k");
    assertRefused(request.withClasses(List.of("x")))
        .hasMessageContaining("row 2, column 'a' is missing ('NA') (row 3 of ");
    assertRefused(request.withRows(RowRange.parse("2:4")))
        .hasMessageContaining("row 1, column 'a'")
        .hasMessageContaining("(row 3 of ");
  }

  // labels

  @Test
  void labelsAreTextOfOneForm() {
    Loaded data =
        load(csv("x,y\n1,2.0\n2, 2\n3,+2\n4,02\n5,-3.00\n6,\n7,two\n8,2.5\n9,-0\n").withLabel("y"));
    assertThat(data.labels()).containsExactly("2", "2", "2", "02", "-3", null, "two", "2.5", "0");
  }

  @Test
  void classesKeepTheirRows() {
    DataRequest request = csv("x,y\n1,2\n2,6.0\n3,5\n4,2\n").withLabel("y");
    assertThat(load(request.withClasses(List.of("2", "6"))).column(0)).containsExactly(1, 2, 4);
    assertThat(load(request.withClasses(List.of("2.0"))).column(0)).containsExactly(1, 4);
    assertRefused(request.withClasses(List.of("2", "7")))
        .hasMessageContaining("label '7'")
        .hasMessageContaining("'2', '5', '6'");
    assertRefused(csv("x,y\n1,2\n").withClasses(List.of("2")))
        .hasMessageContaining("--classes needs labels");
  }

  // files that are not what they should be

  @Test
  void emptyFiles() {
    assertRefused(csv("")).hasMessageContaining("a.csv is empty");
    assertRefused(csv("\n\n")).hasMessageContaining("empty line");
    assertRefused(csv("a,b\n")).hasMessageContaining("a.csv holds no rows");
    assertRefused(csv("a,b")).hasMessageContaining("a.csv holds no rows");
    assertRefused(DataRequest.of(Written.bytes(folder, "e.csv.gz", Written.gzip("")).toString()))
        .hasMessageContaining("is empty");
    assertRefused(DataRequest.of(Written.bytes(folder, "e0.csv.gz", new byte[0]).toString()))
        .hasMessageContaining("not a complete gzip file");
  }

  @Test
  void raggedRows() {
    assertRefused(csv("a,b\n1,2\n3\n4,5\n"))
        .hasMessageContaining("a.csv line 3 has 1 fields instead of 2");
    assertRefused(csv("a,b\n1,2\n3,4,5\n4,5\n"))
        .hasMessageContaining("a.csv line 3 has 3 fields instead of 2");
    assertRefused(csv("a,b\n1,2\n3,4,5\n4,5\n").withColumns(List.of("a")))
        .hasMessageContaining("line 3");
  }

  @Test
  void quotes() {
    assertRefused(csv("a,b\n1,2\n\"3,4\n5,6\n"))
        .hasMessageContaining("a.csv cannot be read as a table: Unclosed quoted field")
        .hasMessageContaining("starting at line 3");
    assertRefused(csv("a,b\n1,2\n\"3\"x,4\n5,6\n"))
        .hasMessageContaining("Unexpected character after closing quote: 'x'")
        .hasMessageContaining("starting at line 3");
    assertRefused(csv("a,b\n1,2\n\"3\" ,4\n5,6\n"))
        .hasMessageContaining("Unexpected character after closing quote: ' '");
    assertRefused(csv("\"a,b\n1,2\n")).hasMessageContaining("starting at line 1");
  }

  @Test
  void lineEndsMayBeMixed() {
    double[][] expected = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    assertThat(load(csv("a,b\r\n1,2\r\n3,4\n5,6\r7,8\n")).rows()).isDeepEqualTo(expected);
    assertThat(load(csv("a,b\r1,2\r3,4\r5,6\r7,8")).rows()).isDeepEqualTo(expected);
  }

  @Test
  void emptyLinesAreNoRows() {
    assertThat(load(csv("a\n1\n\n3\n\n\n")).column(0)).containsExactly(1, 3);
  }

  @Test
  void textInOtherEncodings() {
    Path latin =
        Written.bytes(folder, "l.csv", "a,b\n1,\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(DataRequest.of(latin.toString()).withLabel("b"))
        .hasMessageContaining("not UTF-8");
    byte[] late =
        ("a,b\n" + "1,2\n".repeat(5000) + "1,\u00e9\n").getBytes(StandardCharsets.ISO_8859_1);
    assertRefused(DataRequest.of(Written.bytes(folder, "l2.csv", late).toString()).withLabel("b"))
        .hasMessageContaining("l2.csv is not UTF-8");
    Path wide = Written.bytes(folder, "w.csv", "a,b\n1,2\n".getBytes(StandardCharsets.UTF_16));
    assertRefused(DataRequest.of(wide.toString())).hasMessageContaining("UTF-16");
    assertRefused(DataRequest.of(Written.bytes(folder, "z.csv", new byte[100]).toString()))
        .hasMessageContaining("zero bytes");
    String lines = "a,b\n" + "1,2\n".repeat(50_000);
    assertRefused(csv(lines + "1,x\0\n").withLabel("b")).hasMessageContaining("zero bytes");
  }

  @Test
  void aQuoteThatIsLeftOpenDoesNotFillTheMemory() {
    String open = "a,b\n1,2\n\"" + "3,4\n".repeat(5_000_000);
    assertRefused(csv(open)).hasMessageContaining("a.csv").hasMessageContaining("16777216");
  }

  @Test
  void brokenArchives() {
    StringBuilder text = new StringBuilder("a,b\n");
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      text.append(random.nextInt()).append(',').append(i).append('\n');
    }
    byte[] packed = Written.gzip(text.toString());
    for (int cut : new int[] {packed.length / 2, packed.length - 8, packed.length - 1}) {
      Path file = Written.bytes(folder, "cut.csv.gz", Arrays.copyOf(packed, cut));
      assertRefused(DataRequest.of(file.toString()))
          .hasMessageContaining("cut.csv.gz is not a complete gzip file");
    }
    for (byte[] behind :
        List.of(
            "garbage".getBytes(StandardCharsets.US_ASCII), new byte[] {0, 0, 5}, new byte[] {31})) {
      Path longer = Written.bytes(folder, "longer.csv.gz", Written.joined(packed, behind));
      assertRefused(DataRequest.of(longer.toString()))
          .hasMessageContaining("longer.csv.gz is not a complete gzip file (");
      assertThatThrownBy(() -> DataSources.shape(DataRequest.of(longer.toString()), smallCsv))
          .hasMessageContaining("longer.csv.gz is not a complete gzip file (");
    }
    byte[] damaged = packed.clone();
    damaged[packed.length - 6] ^= 1;
    assertRefused(DataRequest.of(Written.bytes(folder, "d.csv.gz", damaged).toString()))
        .hasMessageContaining("d.csv.gz is not a complete gzip file");
    Path plain = Written.text(folder, "plain.csv.gz", "a,b\n1,2\n");
    assertRefused(DataRequest.of(plain.toString()))
        .hasMessageContaining("plain.csv.gz is not a complete gzip file");
  }

  @Test
  void duplicateNames() {
    DataRequest request = csv("a,b,a\n1,2,3\n");
    assertRefused(request).hasMessageContaining("several columns called 'a'");
    assertRefused(request.withLabel("a")).hasMessageContaining("several columns called 'a'");
    assertThat(load(request.withDrop(List.of("a"))).rows()).isDeepEqualTo(new double[][] {{2}});
  }

  @Test
  void rowsPastTheEnd() {
    DataRequest request = csv("a\n1\n2\n3\n");
    assertThat(load(request.withRows(RowRange.parse("1:3"))).column(0)).containsExactly(2, 3);
    assertThat(load(request.withRows(RowRange.parse("2:"))).column(0)).containsExactly(3);
    assertThat(load(request.withRows(RowRange.parse(":1"))).column(0)).containsExactly(1);
    for (String range : List.of("1:4", "3:", "7:9")) {
      assertRefused(request.withRows(RowRange.parse(range))).hasMessageContaining("has 3 rows");
      assertThatThrownBy(() -> DataSources.shape(request.withRows(RowRange.parse(range)), smallCsv))
          .hasMessageContaining("has 3 rows");
    }
  }

  @Test
  void shapesAreExact() {
    DataRequest request = csv("a,y\n1,p\nNA,q\n3,p\n").withLabel("y");
    assertThat(DataSources.shape(request, smallCsv).rows()).isEqualTo(3);
    assertThat(DataSources.shape(request.withMissing(MissingPolicy.DROP), smallCsv).rows())
        .isEqualTo(2);
    assertThat(DataSources.shape(request.withClasses(List.of("p")), smallCsv).rows()).isEqualTo(2);
    assertThatThrownBy(() -> DataSources.shape(csv("a\n"), smallCsv))
        .hasMessageContaining("no rows");
  }
}
