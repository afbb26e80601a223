package dev.mercer.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What killed programs leave, who removes it, and what nobody may remove. */
class UnfinishedTest {

  @TempDir Path directory;
  private Path target;

  @BeforeEach
  void linksResolved() throws IOException {
    assumeTrue(Files.exists(Path.of("/proc/sys/kernel/random/boot_id")), "needs Linux");
    target = directory.toRealPath().resolve("a.csv");
  }

  @Test
  void whatAKilledProgramLeftGoesWithTheNextOfTheSameTarget() throws Exception {
    for (int kill = 0; kill < 3; kill++) {
      start(Writing.class, target).destroyForcibly().waitFor();
    }
    assertThat(names()).as("each start removes what the one before it left").hasSize(2);
    try (AtomicFile other = AtomicFile.create(directory.resolve("b.csv"))) {
      other.commit();
    }
    assertThat(names()).as("another target").hasSize(3);
    try (AtomicFile next = AtomicFile.create(target)) {
      next.commit();
    }
    assertThat(names()).containsExactly("a.csv", "b.csv");
  }

  @Test
  void whatALivingProgramWritesIsLeftAlone() throws Exception {
    Process other = start(Writing.class, target);
    try {
      List<String> before = names();
      assertThat(before).hasSize(2);
      try (AtomicFile ours = AtomicFile.create(target);
          AtomicFile another = AtomicFile.create(target)) {
        assertThat(names()).hasSize(4).containsAll(before);
        ours.commit();
        another.commit();
      }
      assertThat(names()).contains("a.csv").containsAll(before);
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void filesOfAnotherMachineMustHaveBeenUnchangedForADay() throws IOException {
    Path young = foreign("0123456789abcdef", Duration.ofHours(20));
    Path old = foreign("0123456789abcdee", Duration.ofHours(30));
    Unfinished.clear(target);
    assertThat(young).exists();
    assertThat(old).doesNotExist();
  }

  private Path foreign(String random, Duration age) throws IOException {
    Path path = directory.resolve(".a.csv.00c0ffee-" + random + ".part");
    Files.writeString(path, "x");
    Files.setLastModifiedTime(path, FileTime.from(Instant.now().minus(age)));
    return path;
  }

  @Test
  void whatOnlyLooksAlikeStays() throws IOException {
    Path precious = Files.writeString(directory.resolve("precious"), "x");
    List<Path> alike = new ArrayList<>();
    alike.add(Files.writeString(directory.resolve(".a.csv.part"), "x"));
    alike.add(Files.writeString(directory.resolve(".a.csv.b.00c0ffee-0123456789abcdef.part"), "x"));
    alike.add(Files.createDirectory(directory.resolve(".a.csv.00c0ffee-0123456789abcdef.part")));
    alike.add(
        Files.createSymbolicLink(
            directory.resolve(".a.csv.00c0ffee-1123456789abcdef.part"), precious));
    for (Path each : alike) {
      if (!Files.isSymbolicLink(each)) {
        Files.setLastModifiedTime(each, FileTime.from(Instant.EPOCH));
      }
    }
    Files.setLastModifiedTime(precious, FileTime.from(Instant.EPOCH));
    Unfinished.clear(target);
    assertThat(precious).exists();
    assertThat(alike).allSatisfy(each -> assertThat(each).existsNoFollowLinks());
  }

  /** Each program makes files while the others look for leftovers among them. */
  @Test
  void programsThatStartTogetherDoNotRemoveEachOthersFiles() throws Exception {
    List<Process> together = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      together.add(start(Committing.class, target));
    }
    for (Process process : together) {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
    assertThat(names()).containsExactly("a.csv");
  }

  @Test
  void threadsOfOneProgramDoNotRemoveEachOthersFiles() throws Exception {
    List<Callable<Void>> tasks =
        Collections.nCopies(
            4,
            () -> {
              for (int i = 0; i < 200; i++) {
                try (AtomicFile file = AtomicFile.create(target)) {
                  file.stream().write('x');
                  file.commit();
                }
              }
              return null;
            });
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<Void> done : threads.invokeAll(tasks)) {
        done.get();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(names()).containsExactly("a.csv");
  }

  /** Starts a program and waits until it says that it has begun. */
  private static Process start(Class<?> program, Path target) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                target.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said = new BufferedReader(new InputStreamReader(process.getInputStream()));
    assertThat(said.readLine()).isEqualTo("begun");
    return process;
  }

  /** Stays in the middle of a file and of one beside it. */
  static final class Writing {
    public static void main(String[] arguments) throws Exception {
      AtomicFile file = AtomicFile.create(Path.of(arguments[0]));
      file.stream().write('x');
      file.stream().flush();
      Files.writeString(file.companion("rows"), "y");
      System.out.println("begun");
      Thread.sleep(60_000);
    }
  }

  /** Makes and commits files of the same target for a second. */
  static final class Committing {
    public static void main(String[] arguments) throws IOException {
      System.out.println("begun");
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
      while (System.nanoTime() < end) {
        try (AtomicFile file = AtomicFile.create(Path.of(arguments[0]))) {
          file.stream().write('x');
          file.commit();
        }
      }
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
