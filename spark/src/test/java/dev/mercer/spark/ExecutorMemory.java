package dev.mercer.spark;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;

/** What the executors of a cluster hold: their heaps from inside, their processes from outside. */
final class ExecutorMemory {

  private ExecutorMemory() {}

  /** Work that is done once in every executor, of which the result is wanted. */
  interface HeapWork extends java.io.Serializable {
    double run();
  }

  static double[] heaps(SparkSession spark, StandaloneCluster cluster, HeapWork work) {
    Map<Long, Double> found = new TreeMap<>();
    Set<Long> all = Set.copyOf(cluster.executorPids());
    while (!found.keySet().equals(all)) {
      EngineSuite.numbers(spark, all.size(), all.size())
          .map(
              i -> {
                Thread.sleep(200); // so that one executor does not do all
                return new double[] {ProcessHandle.current().pid(), work.run()};
              })
          .collect()
          .forEach(pair -> found.put((long) pair[0], pair[1]));
    }
    return found.values().stream().mapToDouble(value -> value).toArray();
  }

  private static List<MemoryPoolMXBean> heapPools() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .toList();
  }

  static double resetPeaks() {
    heapPools().forEach(MemoryPoolMXBean::resetPeakUsage);
    return 0;
  }

  /** Garbage included; at most this, since the parts of the heap need not peak together. */
  static double peakHeap() {
    return heapPools().stream().mapToDouble(pool -> pool.getPeakUsage().getUsed()).sum();
  }

  static double liveHeap() {
    System.gc();
    return heapPools().stream().mapToDouble(pool -> pool.getUsage().getUsed()).sum();
  }

  /** The largest VmHWM, which only grows. */
  static double peakBytes(List<Long> pids) throws IOException {
    double most = 0;
    for (long pid : pids) {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
        if (line.startsWith("VmHWM:")) {
          most = Math.max(most, 1024 * Double.parseDouble(line.replaceAll("[^0-9]", "")));
        }
      }
    }
    return most;
  }
}
