package dev.mercer.evidence.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A script of evidence/python that alternates with other measurements: it works only when it is
 * told to. The Python side of the exchange is evidence/python/measuring.py.
 */
public final class PythonTurns implements TimedTurns.Side, AutoCloseable {

  private final Python python;
  private final String script;
  private final Process process;
  private final BufferedReader lines;

  PythonTurns(Python python, String script, Process process) {
    this.python = python;
    this.script = script;
    this.process = process;
    this.lines = process.inputReader(StandardCharsets.UTF_8);
  }

  @Override
  public double run() {
    say("run");
    String line = read();
    try {
      return Double.parseDouble(line);
    } catch (NumberFormatException e) {
      throw new IllegalStateException(script + " answered " + line, e);
    }
  }

  /** Tells the script to continue with its next piece of work, or with its answer. */
  public void next() {
    say("next");
  }

  /** The script's answer, which comes after its last piece of work. */
  public Map<String, Object> answer() {
    return python.answer(script, process, read().getBytes(StandardCharsets.UTF_8));
  }

  private void say(String word) {
    try {
      process.getOutputStream().write((word + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(script + " has ended", e);
    }
  }

  private String read() {
    try {
      String line = lines.readLine();
      if (line == null) {
        throw new IllegalStateException(script + " ended without an answer");
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(script + " cannot be read", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
