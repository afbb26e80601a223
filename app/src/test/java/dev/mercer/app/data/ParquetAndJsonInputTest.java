package dev.mercer.app.data;

import static dev.mercer.app.data.Refusal.assertRefused;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParquetAndJsonInputTest {

  @TempDir Path folder;

  private DataRequest parquet(String select) {
    return DataRequest.of(Written.parquet(folder, "a.parquet", select).toString());
  }

  private DataRequest file(String name, String text) {
    return DataRequest.of(Written.text(folder, name, text).toString());
  }

  @Test
  void everyNumericTypeOfParquetIsRead() {
    Loaded data =
        Loaded.of(
            parquet(
                "SELECT -1::TINYINT a, -2::SMALLINT b, -3::INTEGER c, -4::BIGINT d, 200::UTINYINT e, 60000::USMALLINT f,"
                    + " 4000000000::UINTEGER g, 18446744073709551615::UBIGINT h, 12345678901234567890::HUGEINT i,"
                    + " 1.5::FLOAT j, 0.1::DOUBLE k, 2.75::DECIMAL(10,3) l, true m"));
    assertThat(data.rows()[0])
        .containsExactly(
            -1, -2, -3, -4, 200, 60000, 4e9, 0x1p64, 12345678901234567890.0, 1.5, 0.1, 2.75, 1);
    assertThat(data.names()).hasSize(13).startsWith("a");
  }

  @Test
  void labelsOfEveryTypeHaveOneForm() {
    for (String type :
        List.of(
            "TINYINT",
            "UTINYINT",
            "BIGINT",
            "HUGEINT",
            "UBIGINT",
            "DOUBLE",
            "FLOAT",
            "DECIMAL(9,2)",
            "VARCHAR")) {
      Loaded data =
          Loaded.of(
              parquet("SELECT 1.0::DOUBLE x, 2::" + type + " y UNION ALL SELECT 3, NULL")
                  .withLabel("y"));
      assertThat(data.labels()).as(type).containsExactly("2", null);
    }
    assertThat(Loaded.of(parquet("SELECT 1 x, true y").withLabel("y")).labels())
        .containsExactly("true");
    assertThat(Loaded.of(parquet("SELECT 1 x, 2.5::FLOAT y").withLabel("y")).labels())
        .containsExactly("2.5");
  }

  @Test
  void columnsThatAreNotNumericAreNamed() {
    assertRefused(parquet("SELECT 1 x, 'a' s, DATE '2020-01-01' d, [1, 2] l"))
        .hasMessageContaining("'s' (VARCHAR), 'd' (DATE), 'l' (INTEGER[]) are not numeric")
        .hasMessageContaining("--drop s,d,l");
    assertRefused(parquet("SELECT 1 x, 'a' w").withWeights("w"))
        .hasMessageContaining("(--weights) is VARCHAR");
  }

  @Test
  void theCellThatIsNotFiniteIsNamed() {
    String rows =
        "SELECT CASE WHEN range = 4321 THEN %s ELSE range END AS \"a \"\"b\", 1 AS c FROM range(5000)";
    assertRefused(parquet(rows.formatted("NULL")))
        .hasMessageContaining("row 4321, column 'a \"b' is missing; clean it");
    assertRefused(parquet(rows.formatted("'nan'::DOUBLE")))
        .hasMessageContaining("row 4321, column 'a \"b' is NaN;");
    assertRefused(parquet(rows.formatted("'-inf'::DOUBLE")))
        .hasMessageContaining("row 4321, column 'a \"b' is infinite;");
    DataRequest missing = parquet(rows.formatted("NULL"));
    assertThat(Loaded.of(missing.withMissing(MissingPolicy.DROP)).rows()).hasDimensions(4999, 2);
    assertThat(Loaded.of(missing.withMissing(MissingPolicy.NAN)).rows()[4321])
        .containsExactly(Double.NaN, 1);
  }

  @Test
  void orderIsKeptAcrossRowGroupsThreadsAndBlockSizes() {
    DataRequest request =
        parquet("SELECT range AS i, range % 7 AS k FROM range(150000)")
            .withLabel("k")
            .with(new ReadingLimits(512L << 20, 2));
    for (int block : new int[] {1000, 30_001}) {
      double[] column = Loaded.of(request, block).column(0);
      assertThat(column).hasSize(150_000);
      for (int i = 0; i < column.length; i++) {
        if (column[i] != i) {
          throw new AssertionError("row " + i + " is " + column[i]);
        }
      }
    }
    Loaded part =
        Loaded.of(request.withRows(RowRange.parse("123456:123460")).withClasses(List.of("4", "5")));
    assertThat(part.column(0)).containsExactly(123456, 123457);
    assertThat(DataSources.shape(request.withRows(RowRange.parse("100000:"))).rows())
        .isEqualTo(50_000);
    assertRefused(request.withRows(RowRange.parse("0:150001")))
        .hasMessageContaining("has 150000 rows");
  }

  @Test
  void filesOfOtherTypesAndOrdersAreMatchedByName() {
    Written.parquet(folder, "p1.parquet", "SELECT 1::BIGINT a, 2::BIGINT b");
    Written.parquet(folder, "p2.parquet", "SELECT 4.5::DOUBLE b, 3.5::DOUBLE a");
    assertThat(Loaded.of(DataRequest.of(folder + "/p*.parquet")).rows())
        .isDeepEqualTo(new double[][] {{1, 2}, {3.5, 4.5}});
  }

  @Test
  void weights() {
    DataRequest request = parquet("SELECT range x, range % 3 w FROM range(6)").withWeights("w");
    Loaded data = Loaded.of(request);
    assertThat(data.weights()).containsExactly(0, 1, 2, 0, 1, 2);
    assertThat(data.names()).containsExactly("x");
    assertRefused(parquet("SELECT range x, 3 - range w FROM range(6)").withWeights("w"))
        .hasMessageContaining("row 4, column 'w' is -1.0")
        .hasMessageContaining("at least 0");
    assertRefused(parquet("SELECT range x, 0 w FROM range(6)").withWeights("w"))
        .hasMessageContaining("0 in every row");
    DataRequest holes =
        parquet("SELECT range x, CASE WHEN range <> 2 THEN 1 END w FROM range(6)").withWeights("w");
    assertRefused(holes).hasMessageContaining("row 2, column 'w' is missing or not finite");
    assertThat(Loaded.of(holes.withMissing(MissingPolicy.DROP)).rows()).hasDimensions(5, 1);
    assertRefused(request.withLabel("w")).hasMessageContaining("both --label and --weights");
  }

  @Test
  void brokenParquet() throws Exception {
    assertRefused(file("b.parquet", "hello, this is not parquet"))
        .hasMessageContaining("b.parquet is not a complete Parquet file");
    assertRefused(file("e.parquet", ""))
        .hasMessageContaining("e.parquet is not a complete Parquet file");
    byte[] good =
        Files.readAllBytes(
            Written.parquet(folder, "g.parquet", "SELECT range x FROM range(10000)"));
    Path cut = Written.bytes(folder, "cut.parquet", Arrays.copyOf(good, good.length / 2));
    assertRefused(DataRequest.of(cut.toString()))
        .hasMessageContaining("cut.parquet is not a complete Parquet file");
    assertRefused(parquet("SELECT range x FROM range(0)")).hasMessageContaining("holds no rows");
  }

  @Test
  void jsonAsArrayOrLines() {
    double[][] expected = {{1, 2.5}, {2, -3e-7}};
    String objects = "{\"a\":1,\"b\":2.5,\"k\":\"x\"}%s{\"b\":-3e-7,\"a\":2,\"k\":3}";
    for (DataRequest request :
        List.of(
            file("a.json", "[" + objects.formatted(",\n") + "]"),
            file("a.jsonl", objects.formatted("\n")),
            file("a.ndjson", objects.formatted("\n") + "\n"),
            file("lines.json", objects.formatted("\n")),
            DataRequest.of(
                Written.bytes(folder, "a.jsonl.gz", Written.gzip(objects.formatted("\n")))
                    .toString()))) {
      Loaded data = Loaded.of(request.withLabel("k"));
      assertThat(data.rows()).as(request.source()).isDeepEqualTo(expected);
      assertThat(data.names()).containsExactly("a", "b");
      assertThat(data.labels()).containsExactly("x", "3");
      assertThat(DataSources.shape(request.withLabel("k")).rows()).isEqualTo(2);
    }
  }

  @Test
  void jsonWithManyLikeColumns() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      text.append('{');
      for (int j = 0; j < 784; j++) {
        text.append(j == 0 ? "" : ",").append("\"k").append(j).append("\":").append(i + j * 0.5);
      }
      text.append("}\n");
    }
    Loaded data = Loaded.of(file("wide.jsonl", text.toString()));
    assertThat(data.rows()).hasDimensions(3, 784);
    assertThat(data.rows()[2][783]).isEqualTo(2 + 783 * 0.5);
  }

  @Test
  void jsonCellsThatAreNoNumbers() {
    assertRefused(file("m.jsonl", "{\"a\":1}\n{\"a\":null}\n"))
        .hasMessageContaining("row 1, column 'a' is missing;");
    assertRefused(file("m.jsonl", "{\"a\":1,\"b\":1}\n{\"b\":2}\n"))
        .hasMessageContaining("row 1, column 'a' is missing;");
    assertRefused(file("m.jsonl", "{\"a\":1}\n{\"a\":\"NA\"}\n"))
        .hasMessageContaining("row 1, column 'a' is missing ('NA');");
    assertRefused(file("m.jsonl", "{\"a\":1}\n{\"a\":\"abc\"}\n"))
        .hasMessageContaining("row 1, column 'a' is 'abc', not a number");
    assertRefused(file("m.jsonl", "{\"a\":1,\"s\":\"x\",\"o\":{\"y\":1}}\n"))
        .hasMessageContaining("columns 's' ('x', …), 'o' ('{\"y\":1}', …) are not numeric");
    assertThat(Loaded.of(file("t.jsonl", "{\"a\":true}\n{\"a\":false}\n")).column(0))
        .containsExactly(1, 0);
    assertThat(
            Loaded.of(file("m.jsonl", "{\"a\":1}\n{\"a\":null}\n").withMissing(MissingPolicy.DROP))
                .dropped())
        .isEqualTo(1);
  }

  @Test
  void jsonCellsThatGroupDigitsOrAreNotFinite() {
    assertRefused(file("m.jsonl", "{\"a\":1}\n{\"a\":\"1_000\"}\n"))
        .hasMessageContaining("row 1, column 'a' is '1_000', not a number");
    assertRefused(file("m.jsonl", "{\"a\":1}\n{\"a\":NaN}\n"))
        .hasMessageContaining("row 1, column 'a' is NaN");
    assertRefused(file("m.jsonl", "{\"a\":1}\n{\"a\":-Infinity}\n"))
        .hasMessageContaining("row 1, column 'a' is infinite");
    assertRefused(file("m.jsonl", "{\"a\":1}\n{\"a\":\"2\"}\n{\"a\":\"" + "x".repeat(99) + "\"}"))
        .hasMessageContaining("row 2, column 'a' is 'xxx")
        .hasMessageContaining("…', not a number");
  }

  @Test
  void jsonKeysInAnyOrderAndSpelling() {
    Loaded data =
        Loaded.of(
            file(
                    "k.json",
                    " [ {\"a\" : 1 , \"ü\\u00e9\\n"
                        + "\\\"\" : 2},{\"ü\u00e9\\n"
                        + "\\u0022\":3,\"a\":\"4.5e0\"} ,\r\n"
                        + "{\"c\":true,\"a\":-0,\"ü\u00e9\\n"
                        + "\\\"\":1E2,\"z\":[{\"}\":\"]\\\"\"}]}] ")
                .withMissing(MissingPolicy.NAN)
                .withDrop(List.of("z")));
    assertThat(data.names()).containsExactly("a", "ü\u00e9\n\"", "c");
    assertThat(Arrays.deepToString(data.rows()))
        .isEqualTo("[[1.0, 2.0, NaN], [4.5, 3.0, NaN], [-0.0, 100.0, 1.0]]");
    Loaded weighted =
        Loaded.of(file("w.jsonl", "{\"x\":1,\"w\":2}{\"w\":3,\"x\":4}").withWeights("w"));
    assertThat(weighted.weights()).containsExactly(2, 3);
    assertThat(weighted.column(0)).containsExactly(1, 4);
    Loaded part =
        Loaded.of(
            file("p.jsonl", "{\"x\":1}\n{\"x\":2}\n{\"x\":3}").withRows(RowRange.parse("1:2")));
    assertThat(part.column(0)).containsExactly(2);
  }

  /** The time is that of reading the text, whatever the number of keys. */
  @Test
  void jsonOfTensOfThousandsOfKeys() {
    int keys = 40_000;
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < 5; i++) {
      text.append(i == 0 ? "{" : ",{");
      for (int j = 0; j < keys; j++) {
        text.append(j == 0 ? "" : ",").append("\"key").append(j).append("\":").append(i + j);
      }
      text.append('}');
    }
    DataRequest request = file("wide.json", text.append(']').toString());
    Loaded data = assertTimeout(Duration.ofSeconds(20), () -> Loaded.of(request, 5));
    assertThat(data.names()).hasSize(keys).endsWith("key39999");
    assertThat(data.rows()[4][keys - 1]).isEqualTo(4 + keys - 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          [{"a":1},{"a":2            | line 1 has its end where ',' or '}' should follow a value
          [{"a":1},{"a":2}           | line 1 has its end where ',' or ']' should follow an object
          [{"a":1},                  | line 1 ends in the middle of its array
          [{"a":1}{"a":2}]           | line 1 has '{' where ',' or ']' should follow an object
          [{"a":1}] {"a":2}          | line 1 goes on after its array with '{'
          {"a":1},{"a":2}            | line 1 has ',' where an object should be
          {"a":1}]                   | line 1 has ']' where an object should be
          hello                      | line 1 has 'h' where an object should be; it must hold one object a row
          [[1,2],[3,4]]              | line 1 has '[' where an object should be; it must hold one object a row
          {"a":1,"a":2}              | line 1 has the key 'a' twice
          {"a":01}                   | line 1 has '01' where a value should be
          {"a":1_000}                | line 1 has '1_000' where a value should be
          {"a":+1}                   | line 1 has '+1' where a value should be
          {"a":tru}                  | line 1 has 'tru' where a value should be
          {"a":}                     | line 1 has '}' where a value should be
          {"a":1,}                   | line 1 has a ',' before '}'
          {a:1}                      | line 1 has 'a' where a key in double quotes should be
          {"a" 1}                    | line 1 has '1' where ':' should follow a key
          {"a":"x                    | line 1 ends in the middle of a string
          {"a":"\\x"}                | line 1 has an unknown escape in a string, \\ and 'x'
          {"a":"\\u12"}              | line 1 has \\u without four hexadecimal digits
          {"a":[1}                   | line 1 has '}' where another bracket is open
          {"a":[1                    | line 1 ends in the middle of a value
          {"a":-0.                   | line 1 ends in the middle of a value
          {"a":                      | line 1 ends in the middle of a value
          """)
  void brokenJson(String text, String what) {
    assertRefused(file("b.json", text)).hasMessageContaining("b.json is not right JSON: " + what);
  }

  @Test
  void otherFilesThatAreNoJson() {
    assertRefused(file("b.json", "{\"a\":1}\n{\"a\":\n2}\n{\"a\" 3}"))
        .hasMessageContaining("b.json is not right JSON: line 4 has '3'");
    assertRefused(file("b.json", "{\"a\":\"x\ny\"}"))
        .hasMessageContaining("has a line end or control character in a string");
    for (String empty : List.of("", " \n", "[]", "{}", "[{},{}]")) {
      assertRefused(file("b.json", empty)).hasMessageContaining("b.json holds no JSON objects");
    }
    assertRefused(
            DataRequest.of(
                Written.bytes(folder, "l.json", "{\"\u00e9\":1}".getBytes(ISO_8859_1)).toString()))
        .hasMessageContaining("l.json is not UTF-8 text");
    byte[] packed = Written.gzip("{\"a\":1}\n".repeat(100_000));
    Path cut = Written.bytes(folder, "c.jsonl.gz", Arrays.copyOf(packed, packed.length / 2));
    assertRefused(DataRequest.of(cut.toString()))
        .hasMessageContaining("c.jsonl.gz is not a complete gzip file (it ends too early)");
    Path longer = Written.bytes(folder, "l.jsonl.gz", Written.joined(packed, new byte[] {7}));
    assertRefused(DataRequest.of(longer.toString()))
        .hasMessageContaining("l.jsonl.gz is not a complete gzip file (after its data comes");
  }

  /** DuckDB's errors name the file by the path it was given, or by no name that helps. */
  @Test
  void messagesAboutParquetNameTheFileOnce() throws Exception {
    byte[] good =
        Files.readAllBytes(
            Written.parquet(folder, "g.parquet", "SELECT range x FROM range(100000)"));
    java.util.Random random = new java.util.Random(3);
    for (int k = 0; k < 60; k++) {
      byte[] damaged = good.clone();
      for (int i = 0; i < 8; i++) {
        damaged[4 + random.nextInt(good.length - 12)] ^= (byte) (1 + random.nextInt(255));
      }
      Path file = Written.bytes(folder, "damaged.parquet", damaged);
      try {
        Loaded.of(DataRequest.of(file.toString()));
      } catch (DataException e) {
        assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("file it", " it,");
        assertThat(e.getMessage().split("damaged.parquet", -1)).as(e.getMessage()).hasSize(2);
      }
    }
  }
}
