package dev.mercer.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.mercer.ModelFormatException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Valid files with seeded damage: only {@link ModelFormatException} may come out, and what a file
 * makes the reader allocate is bounded, whatever lengths and shapes it claims.
 *
 * <p>The suite runs 10^4 cases; a million take their own command: {@code mvn -pl core test
 * -Dtest=SafeTensorsFuzzTest -Dmercer.fuzz.cases=1000000}. A failure prints the bytes of its file.
 */
class SafeTensorsFuzzTest {

  private static final int CASES = Integer.getInteger("mercer.fuzz.cases", 10_000);

  /** Files here are below 2 kB; buffers, strings, stack traces and messages stay below this. */
  private static final long MAX_ALLOCATION = 1 << 20;

  private static final long[] LENGTHS = {
    0,
    1,
    2,
    7,
    8,
    64,
    255,
    256,
    65_536,
    99_999_999,
    100_000_000,
    100_000_001,
    1L << 31,
    (1L << 31) - 1,
    1L << 32,
    1L << 61,
    1L << 62,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -1,
    -8
  };

  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "0",
    "-1",
    "8",
    "16",
    "1e3",
    "0.5",
    "null",
    "true",
    "\"F64\"",
    "\"F32\"",
    "\"U8\"",
    "\"BF16\"",
    "\"shape\"",
    "\"dtype\"",
    "\"data_offsets\"",
    "\"__metadata__\"",
    "9223372036854775807",
    "9223372036854775808",
    "4294967296",
    "2305843009213693952",
    " ",
    "\u0000",
    "é",
    "[[[[[[[[[[[[[[[[[[[[[[[["
  };

  @TempDir Path directory;

  @Test
  @Timeout(1800)
  void damagedFilesAreReadOrRefused() throws IOException {
    List<byte[]> seeds = seeds();
    SplittableRandom random = new SplittableRandom(20240608);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Path path = directory.resolve("case");
    int read = 0;
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      readAll(path, channel, seeds.get(0)); // class loading is not part of what is measured
      for (int i = 0; i < CASES; i++) {
        byte[] bytes = damage(seeds.get(random.nextInt(seeds.size())), random);
        long before = threads.getCurrentThreadAllocatedBytes();
        try {
          readAll(path, channel, bytes);
          read++;
        } catch (ModelFormatException e) {
          assertThat(e).hasMessageStartingWith(path + ": ");
        } catch (IOException | RuntimeException | Error e) {
          throw new AssertionError("case " + i + ": " + HexFormat.of().formatHex(bytes), e);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
            .as(() -> HexFormat.of().formatHex(bytes))
            .isLessThan(MAX_ALLOCATION);
      }
    }
    assertThat(read).as("some are still valid, most are not").isBetween(CASES / 100, CASES / 2);
  }

  private static void readAll(Path path, FileChannel channel, byte[] bytes) throws IOException {
    // In this order: some file systems force a file to disk that was cut to nothing and rewritten.
    channel.write(ByteBuffer.wrap(bytes), 0);
    channel.truncate(bytes.length);
    try (SafeTensors file = SafeTensors.open(path)) {
      for (Tensor tensor : file.tensors()) {
        double[] values = file.readDoubles(tensor.name());
        assertThat(values).hasSize((int) tensor.entries());
        if (tensor.rows() > 0 && tensor.rowLength() > 0) {
          file.copyRows(tensor.name(), tensor.rows() - 1, 1, values, 0);
        }
        if (tensor.type().isInteger()) {
          file.readLongs(tensor.name());
        }
      }
    }
  }

  private List<byte[]> seeds() throws IOException {
    List<SafeTensorsWriter> writers =
        List.of(
            new SafeTensorsWriter()
                .metadata("mercer.format", "1")
                .metadata("report", "{\"rank\":2,\"eigenvalues\":[1.5,0.25]}")
                .add("points", new double[] {1, 2, 3, 4, 5, 6}, 2, 3)
                .add("offset", new double[] {7, 8}, 2),
            new SafeTensorsWriter()
                .add("a", new float[] {1, 2, 3}, 3, 1)
                .add("b", new long[] {1}, 1)
                .add("c", new int[] {4, 5}, 1, 2)
                .add("d", new byte[] {1, 2, 3}, 3)
                .add("e", new double[0], 0, 5)
                .add("f", new double[] {2.5}),
            new SafeTensorsWriter(),
            new SafeTensorsWriter().add("only", new byte[64], 4, 4, 4));
    List<byte[]> seeds = new ArrayList<>();
    Path path = directory.resolve("seed");
    for (SafeTensorsWriter writer : writers) {
      writer.write(path);
      seeds.add(Files.readAllBytes(path));
    }
    return seeds;
  }

  private static byte[] damage(byte[] seed, SplittableRandom random) {
    byte[] bytes = seed.clone();
    int edits = random.nextInt(1, 4);
    for (int e = 0; e < edits; e++) {
      switch (random.nextInt(6)) {
        case 0 -> flipBytes(bytes, random);
        case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 20));
        case 2 -> setLength(bytes, LENGTHS[random.nextInt(LENGTHS.length)]);
        default -> bytes = damageHeader(bytes, random);
      }
    }
    return bytes;
  }

  private static void flipBytes(byte[] bytes, SplittableRandom random) {
    for (int i = random.nextInt(1, 4); i > 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
  }

  private static void setLength(byte[] bytes, long length) {
    if (bytes.length >= 8) {
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(0, length);
    }
  }

  /** Edits the text of the header and mostly corrects its length, to get past the first check. */
  private static byte[] damageHeader(byte[] bytes, SplittableRandom random) {
    if (bytes.length < 8) {
      return bytes;
    }
    long claimed = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    int length = (int) Math.max(0, Math.min(claimed, bytes.length - 8));
    StringBuilder header = new StringBuilder(new String(bytes, 8, length, StandardCharsets.UTF_8));
    int at = random.nextInt(header.length() + 1);
    int end = Math.min(header.length(), at + random.nextInt(12));
    switch (random.nextInt(5)) {
      case 0 -> header.insert(at, PIECES[random.nextInt(PIECES.length)]);
      case 1 -> header.delete(at, end);
      case 2 -> header.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
      case 3 -> header.insert(at, header.substring(at, end));
      default -> replaceNumber(header, at, random);
    }
    byte[] json = header.toString().getBytes(StandardCharsets.UTF_8);
    byte[] result = new byte[8 + json.length + bytes.length - 8 - length];
    System.arraycopy(json, 0, result, 8, json.length);
    System.arraycopy(bytes, 8 + length, result, 8 + json.length, bytes.length - 8 - length);
    setLength(result, random.nextInt(10) == 0 ? claimed : json.length);
    return result;
  }

  /**
   * Puts another number for the first one after {@code from}: shapes and offsets that almost fit.
   */
  private static void replaceNumber(StringBuilder header, int from, SplittableRandom random) {
    int start = from;
    while (start < header.length() && !Character.isDigit(header.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < header.length() && Character.isDigit(header.charAt(end))) {
      end++;
    }
    long number =
        random.nextBoolean() ? random.nextInt(64) : LENGTHS[random.nextInt(LENGTHS.length)];
    header.replace(start, end, Long.toString(number));
  }
}
