package dev.mercer.evidence.bench;

import dev.mercer.internal.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Runs a script of evidence/python in a process of its own, so that its peak memory belongs to one
 * measurement. Nothing else runs at the same time.
 *
 * @param interpreter the Python interpreter that has Debian's scikit-learn
 * @param scripts the folder evidence/python
 * @param data the folder that holds the data sets
 */
public record Python(String interpreter, Path scripts, Path data) {

  /** What the script answered: seconds, peakBytes, versions and more, or a failure. */
  public Map<String, Object> run(String script, Map<String, Object> request) {
    try {
      Process process = start(script, request);
      return answer(script, process, process.getInputStream().readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + interpreter, e);
    }
  }

  /**
   * Starts the script so that it alternates with other measurements: it works only when it is told
   * to.
   */
  PythonTurns inTurns(String script, Map<String, Object> request) {
    Map<String, Object> asked = new LinkedHashMap<>(request);
    asked.put("turns", true);
    try {
      return new PythonTurns(this, script, start(script, asked));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + interpreter, e);
    }
  }

  private Process start(String script, Map<String, Object> request) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                interpreter, "-B", scripts.resolve(script).toString(), Json.compact(request))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("MERCER_DATA", data.toString());
    // This variable is set for our own process only; peers run with their default, which is all
    // cores.
    builder.environment().remove("OPENBLAS_NUM_THREADS");
    builder.environment().remove("MALLOC_ARENA_MAX");
    return builder.start();
  }

  /** Waits for the script to end and parses its last line of output, or describes how it failed. */
  Map<String, Object> answer(String script, Process process, byte[] output) {
    Map<String, Object> result;
    try {
      int code = process.waitFor();
      result =
          code == 0
              ? Json.parseObject(new String(output, StandardCharsets.UTF_8).strip())
              : Json.object(
                  "failure", "Python ended with code " + code + " (137: killed, out of memory)");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while " + script + " was running", e);
    }
    if (Peer.failed(result)) {
      BenchCase.say(script + " failed: " + result.get("failure"));
    }
    return result;
  }
}
