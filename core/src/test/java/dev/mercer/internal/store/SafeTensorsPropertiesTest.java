package dev.mercer.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class SafeTensorsPropertiesTest {

  /** A tensor to make: its entries follow from the seed. */
  record Wanted(TensorType type, List<Integer> shape, long seed) {

    int entries() {
      return shape.stream().reduce(1, (a, b) -> a * b);
    }

    long[] dimensions() {
      return shape.stream().mapToLong(x -> x).toArray();
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void whatIsWrittenIsReadBack(
      @ForAll("metadata") Map<String, String> metadata,
      @ForAll("tensors") Map<String, Wanted> tensors)
      throws IOException {
    Path path = Files.createTempFile("mercer-", ".safetensors");
    try {
      SafeTensorsWriter writer = new SafeTensorsWriter();
      metadata.forEach(writer::metadata);
      Map<String, Object> values = new LinkedHashMap<>();
      tensors.forEach((name, wanted) -> values.put(name, add(writer, name, wanted)));
      writer.write(path);
      try (SafeTensors file = SafeTensors.open(path)) {
        assertThat(file.metadata()).containsExactlyEntriesOf(metadata);
        assertThat(file.tensors()).hasSize(tensors.size());
        for (Map.Entry<String, Wanted> entry : tensors.entrySet()) {
          check(file, entry.getKey(), entry.getValue(), values.get(entry.getKey()));
        }
      }
    } finally {
      Files.delete(path);
    }
  }

  private static Object add(SafeTensorsWriter writer, String name, Wanted wanted) {
    SplittableRandom random = new SplittableRandom(wanted.seed());
    int n = wanted.entries();
    long[] shape = wanted.dimensions();
    long[] bits = random.longs(n).toArray();
    switch (wanted.type()) {
      case F64 -> {
        double[] values = Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray();
        writer.add(name, values, shape);
        return values;
      }
      case F32 -> {
        float[] values = new float[n];
        for (int i = 0; i < n; i++) {
          values[i] = Float.intBitsToFloat((int) bits[i]);
        }
        writer.add(name, values, shape);
        return values;
      }
      case I64 -> {
        writer.add(name, bits, shape);
        return bits;
      }
      case I32 -> {
        int[] values = Arrays.stream(bits).mapToInt(x -> (int) x).toArray();
        writer.add(name, values, shape);
        return values;
      }
      default -> {
        byte[] values = new byte[n];
        for (int i = 0; i < n; i++) {
          values[i] = (byte) bits[i];
        }
        writer.add(name, values, shape);
        return values;
      }
    }
  }

  private static void check(SafeTensors file, String name, Wanted wanted, Object values)
      throws IOException {
    Tensor tensor = file.tensor(name);
    assertThat(tensor.type()).isEqualTo(wanted.type());
    assertThat(tensor.shape()).isEqualTo(wanted.shape().stream().map(x -> (long) x).toList());
    assertThat(tensor.position() % tensor.type().bytes()).as("aligned").isZero();
    if (values instanceof double[] doubles) {
      assertThat(file.readDoubles(name)).isEqualTo(doubles);
    } else if (values instanceof float[] floats) {
      assertThat(file.readFloats(name)).isEqualTo(floats);
    } else if (values instanceof long[] longs) {
      assertThat(file.readLongs(name)).isEqualTo(longs);
    } else if (values instanceof int[] ints) {
      assertThat(file.readInts(name)).isEqualTo(ints);
    } else {
      byte[] bytes = (byte[]) values;
      int[] unsigned = file.readInts(name);
      assertThat(unsigned).hasSameSizeAs(bytes);
      for (int i = 0; i < bytes.length; i++) {
        assertThat(unsigned[i]).isEqualTo(bytes[i] & 0xff);
      }
    }
  }

  @Provide
  Arbitrary<Map<String, String>> metadata() {
    return Arbitraries.maps(names(), names()).ofMaxSize(4);
  }

  @Provide
  Arbitrary<Map<String, Wanted>> tensors() {
    Arbitrary<List<Integer>> shapes = Arbitraries.integers().between(0, 6).list().ofMaxSize(4);
    Arbitrary<Wanted> wanted =
        Combinators.combine(Arbitraries.of(TensorType.values()), shapes, Arbitraries.longs())
            .as(Wanted::new);
    return Arbitraries.maps(names().filter(n -> !n.equals("__metadata__")), wanted).ofMaxSize(5);
  }

  /** Any text without surrogates: pairs are the business of the JSON tests. */
  private static Arbitrary<String> names() {
    return Arbitraries.strings().withCharRange('\0', '\ud7ff').ofMaxLength(12);
  }
}
