package dev.mercer.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.SparkSession;

/**
 * Spark's standalone cluster on loopback: a Master and its Workers, each a process of its own,
 * started from the artefacts on the class path of the tests. Ports are chosen by the system. Every
 * worker offers one core and one gigabyte, so an application gets one executor a worker.
 *
 * <p>{@link #close()} ends all processes and deletes all files. If this process is killed before,
 * the daemons end by themselves, and their executors with them.
 */
final class StandaloneCluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern MASTER_URL = Pattern.compile("spark://127\\.0\\.0\\.1:[1-9]\\d*");
  private static final Pattern REGISTERED = Pattern.compile("Successfully registered with master");

  private final Path home;
  private final List<String> classDirectories = new ArrayList<>();
  private final List<Daemon> daemons = new CopyOnWriteArrayList<>();
  private final String master;
  private final Thread safety = new Thread(this::end, "end of the Spark cluster");

  private record Daemon(Process process, Path log) {}

  /** Starts a master and workers and returns once all workers have registered. */
  StandaloneCluster(int workers) throws IOException {
    home = Files.createTempDirectory("mercer-spark-cluster");
    Runtime.getRuntime().addShutdownHook(safety);
    try {
      layOutHome();
      String[] anyPort = {"--host", "127.0.0.1", "--port", "0", "--webui-port", "0"};
      master = await(start("master", List.of(anyPort)), MASTER_URL);
      for (int i = 0; i < workers; i++) {
        List<String> arguments = new ArrayList<>(List.of(anyPort));
        arguments.addAll(List.of("--cores", "1", "--memory", "1g"));
        arguments.addAll(List.of("--work-dir", home.resolve("work" + i).toString(), master));
        start("worker", arguments);
      }
      for (Daemon worker : workers()) {
        await(worker, REGISTERED);
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The URL for {@code spark.master}. */
  String master() {
    return master;
  }

  /** What a driver in this process needs to reach the cluster, and its executors our classes. */
  Map<String, String> conf() {
    return Map.of(
        "spark.master",
        master,
        "spark.driver.host",
        "127.0.0.1",
        "spark.driver.bindAddress",
        "127.0.0.1",
        "spark.executor.memory",
        "1g",
        "spark.executor.extraJavaOptions",
        "-Djava.io.tmpdir=" + scratch(),
        "spark.cores.max",
        String.valueOf(workers().size()),
        "spark.executor.extraClassPath",
        String.join(File.pathSeparator, classDirectories));
  }

  /** The processes of the executors that run now: the only Javas that workers start. */
  List<Long> executorPids() {
    return workers().stream()
        .flatMap(worker -> worker.process().children())
        .filter(child -> child.info().command().filter(c -> c.endsWith("java")).isPresent())
        .map(ProcessHandle::pid)
        .toList();
  }

  /** Kills an executor as the system would for want of memory, and returns when it is gone. */
  void kill(long executorPid) {
    if (!executorPids().contains(executorPid)) {
      throw new IllegalArgumentException("no executor has process id " + executorPid);
    }
    endForcibly(ProcessHandle.of(executorPid).stream().toList());
  }

  /** Kills all executors and returns when others are in their places that have run nothing yet. */
  void renewExecutors(SparkSession session) {
    executorPids().forEach(this::kill);
    awaitExecutors(session);
  }

  /** Returns when every worker has an executor and all of them take tasks of the session. */
  void awaitExecutors(SparkSession session) {
    Instant deadline = Instant.now().plus(PATIENCE);
    Set<Long> seen;
    do {
      if (Instant.now().isAfter(deadline) || session.sparkContext().isStopped()) {
        throw new IllegalStateException("no executor on each worker; " + logs());
      }
      seen = pidsOfTasks(session);
    } while (seen.size() < workers().size() || !seen.equals(Set.copyOf(executorPids())));
  }

  private Set<Long> pidsOfTasks(SparkSession session) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    List<Integer> tasks = IntStream.range(0, workers().size()).boxed().toList();
    try {
      return Set.copyOf(context.parallelize(tasks, tasks.size()).map(t -> pidSlowly()).collect());
    } catch (RuntimeException e) {
      throw new IllegalStateException("no executor takes tasks; " + logs(), e);
    }
  }

  /** A task so short that one executor could do all would not tell of the others. */
  private static long pidSlowly() {
    pause();
    return ProcessHandle.current().pid();
  }

  /** What all processes have logged, for messages of failures. */
  String logs() {
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .filter(file -> file.toString().endsWith(".log") || file.endsWith("stderr"))
          .sorted()
          .map(file -> "--- " + home.relativize(file) + "\n" + read(file))
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(safety);
    end();
  }

  /** Where processes may leave what they cannot clear away once they are killed. */
  private Path scratch() {
    return home.resolve("scratch");
  }

  private List<Daemon> workers() {
    return daemons.subList(Math.min(1, daemons.size()), daemons.size());
  }

  /** All descendants are listed before the first is killed: an orphan could not be found again. */
  private void end() {
    List<ProcessHandle> all = new ArrayList<>();
    for (Daemon daemon : daemons) {
      all.add(daemon.process().toHandle());
      daemon.process().descendants().forEach(all::add);
    }
    endForcibly(all);
    deleteHome();
  }

  /** Jars where Spark looks for them; folders of classes cannot be there. */
  private void layOutHome() throws IOException {
    Files.createDirectory(scratch());
    Path jars = Files.createDirectory(home.resolve("jars"));
    int number = 0;
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (Files.isDirectory(path)) {
        classDirectories.add(path.toString());
      } else if (Files.exists(path)) {
        // Numbered, because artefacts of different groups may share a file name.
        Files.createSymbolicLink(jars.resolve(number++ + "-" + path.getFileName()), path);
      }
    }
  }

  private Daemon start(String role, List<String> arguments) throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, "-Xmx256m", "-XX:+UseSerialGC"));
    command.add("-XX:TieredStopAtLevel=1"); // they live for seconds
    command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
    command.add("-Dlog4j2.configurationFile=org/apache/spark/log4j2-defaults.properties");
    String folders = String.join(File.pathSeparator, classDirectories);
    command.addAll(List.of("-cp", folders + File.pathSeparator + home.resolve("jars") + "/*"));
    command.addAll(List.of(Tethered.class.getName(), role));
    command.addAll(arguments);
    Path log = home.resolve(role + daemons.size() + ".log");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13"); // as Spark's scripts do
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_LOCAL_DIRS", scratch().toString());
    builder.directory(home.toFile()).redirectErrorStream(true).redirectOutput(log.toFile());
    Daemon daemon = new Daemon(builder.start(), log);
    daemons.add(daemon);
    return daemon;
  }

  /** The first match of the pattern in the daemon's log, as soon as it is there. */
  private String await(Daemon daemon, Pattern pattern) {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (true) {
      boolean over = !daemon.process().isAlive() || Instant.now().isAfter(deadline);
      Matcher matcher = pattern.matcher(read(daemon.log()));
      if (matcher.find()) {
        return matcher.group();
      }
      if (over) {
        throw new IllegalStateException(
            "no '" + pattern + "' in " + daemon.log().getFileName() + "; " + logs());
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void endForcibly(List<ProcessHandle> processes) {
    processes.forEach(ProcessHandle::destroyForcibly);
    processes.forEach(process -> process.onExit().orTimeout(1, TimeUnit.MINUTES).join());
  }

  private void deleteHome() {
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A daemon that ends with the process that started it, even one killed without warning. */
  static final class Tethered {
    public static void main(String[] arguments) {
      Thread tether = new Thread(Tethered::haltAtEndOfInput, "tether");
      tether.setDaemon(true);
      tether.start();
      String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
      if (arguments[0].equals("master")) {
        Master.main(rest);
      } else {
        Worker.main(rest);
      }
    }

    private static void haltAtEndOfInput() {
      try {
        System.in.readAllBytes();
      } catch (IOException e) {
        e.printStackTrace();
      }
      Runtime.getRuntime().halt(1);
    }
  }
}
