package dev.mercer.app.engine;

import dev.mercer.KernelPcaModel;
import java.io.IOException;
import java.util.List;

/** Fits and scores rows that are too many for one machine. */
public interface Engine extends AutoCloseable {

  /** The name of the engine in {@code --engine}. */
  String name();

  /**
   * Starts the engine. Called once, before anything else.
   *
   * @param master where to run, in the notation of the engine; null for its default
   * @param quiet whether to write nothing to standard error
   */
  void start(String master, boolean quiet);

  /** Fits the rows. */
  KernelPcaModel fit(EngineData data, EngineFit wanted) throws IOException;

  /** What a fit would take, without computing any kernel value. */
  EnginePlan plan(EngineData data, EngineFit wanted) throws IOException;

  /**
   * Writes the scores of all rows into a folder, which appears when it is complete.
   *
   * @param output the folder; its ending decides the format
   * @param keep columns of the data to write together with the scores
   * @return the number of rows written
   */
  long transform(EngineData data, KernelPcaModel model, String output, List<String> keep)
      throws IOException;

  @Override
  void close();
}
