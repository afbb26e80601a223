package dev.mercer.app.engine;

import java.util.List;

/**
 * What a fit would take.
 *
 * @param partitions the number of pieces in which the rows are read
 * @param stages in order
 * @param driverBytes the largest amount of memory in the driver, which controls the fit
 * @param broadcastBytes the amount sent to every executor
 * @param taskBytes the largest amount of memory in one task, without what the engine itself needs
 * @param notes what else the user should know
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
   * @param kernelValues the total number computed
   * @param flops the total number in matrix products
   */
  public record Stage(String name, int passes, long kernelValues, double flops) {}
}
