package dev.mercer.app.datasets;

import dev.mercer.app.datasets.Source.Original;
import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Reads the catalog of data sets, a JSON resource. Its objects are {@link Dataset}, {@link
 * DataFile} and {@link TextTable} with their field names; one of the three fields {@code
 * addresses}, {@code table} and {@code byHand} says how a file can be obtained.
 *
 * <p>Lengths and checksums are those of the files with which experiments were run. If the published
 * file has a known checksum of its own, the download is checked against it, too. If there are
 * several addresses, the first is that of the authors and the others are copies kept elsewhere.
 * Those of Fashion-MNIST name the commit with this release, because later commits have the next
 * one.
 *
 * <p>A field that is missing, unknown or of another type is an error of the program.
 */
final class CatalogFile {

  private static final String RESOURCE = "datasets.json";

  /** Columns whose names differ by a number: {@code p1..p256}. */
  private static final Pattern NUMBERED = Pattern.compile("(\\D+)(\\d+)\\.\\.\\1(\\d+)");

  private CatalogFile() {}

  static List<Dataset> read() {
    try (InputStream in = CatalogFile.class.getResourceAsStream(RESOURCE)) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("the resource " + RESOURCE + " cannot be read", e);
    }
  }

  static List<Dataset> parse(String text) {
    return list(Json.parseObject(text).get("datasets"), CatalogFile::dataset);
  }

  private static Dataset dataset(Fields fields) {
    return new Dataset(
        fields.get(String.class, "name"),
        fields.get(String.class, "title"),
        Math.toIntExact(fields.get(Long.class, "features")),
        fields.get(String.class, "answer"),
        fields.get(String.class, "range"),
        fields.get(String.class, "terms"),
        fields.get(String.class, "origin"),
        fields.get(String.class, "page"),
        fields.has("notes") ? fields.texts("notes") : List.of(),
        fields.has("builtin") ? fields.get(String.class, "builtin") : null,
        list(fields.get(List.class, "files"), CatalogFile::file));
  }

  private static DataFile file(Fields fields) {
    return new DataFile(
        fields.get(String.class, "path"),
        fields.get(Long.class, "rows"),
        fields.get(Long.class, "bytes"),
        fields.get(String.class, "sha256"),
        fields.has("textSha256") ? fields.get(String.class, "textSha256") : null,
        source(fields));
  }

  private static Source source(Fields fields) {
    if (fields.has("table")) {
      return new Source.Converted(object(fields.get(Map.class, "table"), CatalogFile::table));
    }
    return fields.has("byHand")
        ? new Source.ByHand(fields.get(String.class, "byHand"))
        : new Source.AsIs(addresses(fields));
  }

  private static TextTable table(Fields fields) {
    List<List<Original>> parts = new ArrayList<>();
    for (Object part : fields.get(List.class, "parts")) {
      parts.add(list(part, CatalogFile::original));
    }
    boolean answerFirst = fields.has("answerFirst") && fields.get(Boolean.class, "answerFirst");
    return new TextTable(parts, answerFirst, columns(fields.get(String.class, "columns")));
  }

  private static Original original(Fields fields) {
    return new Original(
        addresses(fields),
        fields.has("bytes") ? fields.get(Long.class, "bytes") : -1,
        fields.has("sha256") ? fields.get(String.class, "sha256") : null);
  }

  private static List<URI> addresses(Fields fields) {
    return fields.texts("addresses").stream().map(URI::create).toList();
  }

  private static List<String> columns(String text) {
    List<String> names = new ArrayList<>();
    for (String part : text.split(",")) {
      Matcher range = NUMBERED.matcher(part);
      if (range.matches()) {
        IntStream.rangeClosed(Integer.parseInt(range.group(2)), Integer.parseInt(range.group(3)))
            .forEach(i -> names.add(range.group(1) + i));
      } else {
        names.add(part);
      }
    }
    return names;
  }

  private static <T> List<T> list(Object objects, Function<Fields, T> read) {
    return ((List<?>) objects).stream().map(each -> object(each, read)).toList();
  }

  /** Reads an object; fails if any of its fields is not read. */
  private static <T> T object(Object object, Function<Fields, T> read) {
    Fields fields = new Fields((Map<?, ?>) object, new HashSet<>(((Map<?, ?>) object).keySet()));
    T result = read.apply(fields);
    if (!fields.unread.isEmpty()) {
      throw new IllegalStateException("unknown fields " + fields.unread + " of " + object);
    }
    return result;
  }

  /** The fields of an object, and the names of those not yet read. */
  private record Fields(Map<?, ?> values, Set<?> unread) {

    boolean has(String name) {
      return values.containsKey(name);
    }

    <T> T get(Class<T> type, String name) {
      unread.remove(name);
      if (!type.isInstance(values.get(name))) {
        throw new IllegalStateException("the field " + name + " is wrong or missing in " + values);
      }
      return type.cast(values.get(name));
    }

    List<String> texts(String name) {
      return ((List<?>) get(List.class, name)).stream().map(String.class::cast).toList();
    }
  }
}
