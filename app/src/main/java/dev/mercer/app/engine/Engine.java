package dev.mercer.app.engine;

import dev.mercer.KernelPcaModel;
import java.io.IOException;
import java.util.List;

/** Fits and scores rows that do not fit one machine. */
public interface Engine extends AutoCloseable {

  /** What {@code --engine} calls it. */
  String name();

  /**
   * Begins. Called once, before anything else.
   *
   * @param master where to run, in the engine's own words; null for its default
   * @param quiet whether to keep still on standard error
   */
  void start(String master, boolean quiet);

  /** Fits the rows. */
  KernelPcaModel fit(EngineData data, EngineFit wanted) throws IOException;

  /** What a fit would take. No kernel value is computed. */
  EnginePlan plan(EngineData data, EngineFit wanted) throws IOException;

  /**
   * Writes the scores of all rows into a folder, which appears when it is complete.
   *
   * @param output the folder; its ending says the format
   * @param keep columns of the data to write beside the scores
   * @return rows written
   */
  long transform(EngineData data, KernelPcaModel model, String output, List<String> keep)
      throws IOException;

  @Override
  void close();
}
