package dev.mercer.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mercer.app.Program;
import dev.mercer.internal.json.Json;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages on reports and on model files have every field, entry and tensor that fits of all kinds
 * write, and no other.
 */
@Tag("whole")
class ReportAndModelPagesTest {

  private static final Pattern FIRST_CELL = Pattern.compile("\\| `([^`]+)` \\|.*");

  /** Written by fits on a cluster, or where numbers leave the range of double. */
  private static final List<String> ELSEWHERE =
      List.of("engine", "certificate.reasons", "certificate.projectionBound", "noveltyReason");

  private static final String DIGITS = "builtin:digits --rows 0:200 --rank 3 ";
  private static final String PLANE = "synthetic:blobs(n=2000,seed=1) --rank 3 ";

  private static final List<String> FITS =
      List.of(
          "fit builtin:digits --rows 0:200 --variance 0.5",
          "fit " + DIGITS + "--method subset --landmarks 40 --selector uniform",
          "fit " + DIGITS + "--landmarks 40 --verify --scale standard",
          "fit " + DIGITS + "--method reduced-set --kernel gaussian(sigma=40)",
          "fit " + DIGITS + "--method subset --selector kmeans --landmarks 40",
          "fit " + DIGITS + "--method nystrom --landmarks 40",
          "fit " + DIGITS + "--method weighted-nystrom --landmarks 40",
          "fit " + DIGITS + "--method sparse",
          "fit " + DIGITS + "--method hebbian",
          "fit " + DIGITS + "--method random-features --landmarks 100",
          "fit " + DIGITS + "--kernel tanh(scale=0.001)",
          "fit " + DIGITS + "--kernel tanh(scale=0.001) --method subset --landmarks 40",
          "fit " + DIGITS + "--center none",
          "fit " + DIGITS + "--weights p10 --center none",
          "fit " + PLANE + "--method exact --kernel gaussian(sigma=2) --operator expansion",
          "discriminant builtin:digits --rows 0:200",
          "discriminant builtin:digits --rows 0:200 --rank 3 --kind kbda(positive=3)");

  @TempDir static Path folder;

  private static final TreeSet<String> FIELDS = new TreeSet<>();
  private static final TreeSet<String> ENTRIES = new TreeSet<>();
  private static final TreeSet<String> TENSORS = new TreeSet<>();

  @BeforeAll
  static void fit() throws IOException {
    Path model = folder.resolve("model.safetensors");
    for (String fit : FITS) {
      List<String> words = new ArrayList<>(List.of(fit.split(" ")));
      words.addAll(List.of("--quiet", "-o", model.toString()));
      Program program = Program.run(words.toArray());
      assertThat(program.exit()).as(fit + ": " + program.err()).isZero();
      Map<String, Object> header = header(model);
      header.forEach(
          (name, value) -> {
            if (name.equals("__metadata__") && value instanceof Map<?, ?> entries) {
              entries.keySet().forEach(entry -> ENTRIES.add(String.valueOf(entry)));
              collect(Json.parse(String.valueOf(entries.get("report"))), "");
            } else {
              TENSORS.add(name);
            }
          });
    }
  }

  private static Map<String, Object> header(Path model) throws IOException {
    try (DataInputStream in = new DataInputStream(Files.newInputStream(model))) {
      long length = Long.reverseBytes(in.readLong());
      return Json.parseObject(
          new String(in.readNBytes(Math.toIntExact(length)), StandardCharsets.UTF_8));
    }
  }

  /** The names of all fields, those inside others behind a point. */
  private static void collect(Object json, String before) {
    if (json instanceof Map<?, ?> map) {
      map.forEach(
          (key, value) -> {
            String name = before.isEmpty() ? String.valueOf(key) : before + "." + key;
            FIELDS.add(name);
            // A value of the certificate may have parts, which the page says in words.
            if (!before.equals("certificate")) {
              collect(value, name);
            }
          });
    } else if (json instanceof List<?> list) {
      list.forEach(value -> collect(value, before + "[]"));
    }
  }

  @Test
  void fieldsOfReports() throws IOException {
    TreeSet<String> page = firstCells("reference/report.md");
    // What has parts is listed by its parts.
    FIELDS.removeIf(field -> List.of("operator", "solver", "backend").contains(field));
    assertThat(page).containsAll(FIELDS);
    page.removeIf(field -> ELSEWHERE.stream().anyMatch(field::startsWith));
    assertThat(FIELDS).containsAll(page);
  }

  @Test
  void entriesAndTensorsOfModels() throws IOException {
    TreeSet<String> written = new TreeSet<>(ENTRIES);
    written.addAll(TENSORS);
    assertThat(firstCells("reference/model-file.md")).containsExactlyInAnyOrderElementsOf(written);
  }

  private static TreeSet<String> firstCells(String page) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (String line : Files.readAllLines(Pages.folder().resolve(page))) {
      Matcher matcher = FIRST_CELL.matcher(line);
      if (matcher.matches()) {
        names.add(matcher.group(1));
      }
    }
    return names;
  }
}
