package dev.mercer.app.engine;

import java.util.List;

/**
 * What a fit would take.
 *
 * @param partitions pieces the rows are read in
 * @param stages in order
 * @param driverBytes most that is held where the fit is led
 * @param broadcastBytes what is sent to every executor
 * @param taskBytes most that one task holds beside what the engine itself needs
 * @param notes what else should be known
 */
public record EnginePlan(
    long rows,
    int columns,
    int partitions,
    List<Stage> stages,
    long driverBytes,
    long broadcastBytes,
    long taskBytes,
    List<String> notes) {

  /**
   * One stage.
   *
   * @param passes how often all rows are read
   * @param kernelValues computed in all
   * @param flops of matrix products in all
   */
  public record Stage(String name, int passes, long kernelValues, double flops) {}
}
