package dev.mercer.spark;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.ExecutorLostFailure;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Counts tasks of jobs by their description: those done, and those lost with their executor. */
final class JobWatch extends SparkListener {

  private final Map<Integer, String> stages = new ConcurrentHashMap<>();
  private final Map<String, Integer> done = new ConcurrentHashMap<>();
  private final Map<String, Integer> lost = new ConcurrentHashMap<>();

  @Override
  public void onStageSubmitted(SparkListenerStageSubmitted event) {
    String job = event.properties().getProperty("spark.job.description");
    stages.put(event.stageInfo().stageId(), String.valueOf(job));
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd event) {
    String job = stages.get(event.stageId());
    if (event.reason() instanceof ExecutorLostFailure) {
      lost.merge(job, 1, Integer::sum);
    } else if (event.reason() == Success$.MODULE$) {
      done.merge(job, 1, Integer::sum);
    }
  }

  /** Tasks that ended well, of jobs whose description begins so. */
  int done(String description) {
    return done.entrySet().stream()
        .filter(job -> job.getKey().startsWith(description))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /** Tasks lost because their executor died, by the descriptions of their jobs. */
  Map<String, Integer> lost() {
    return Map.copyOf(lost);
  }
}
