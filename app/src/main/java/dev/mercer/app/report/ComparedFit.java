package dev.mercer.app.report;

import dev.mercer.internal.fit.MethodCatalog;
import dev.mercer.method.Method;

/**
 * One fit of a comparison.
 *
 * @param selector null for the one that the method uses by default
 * @param landmarks 0 if the method has none, or if its selector chooses their number
 */
public record ComparedFit(String methodSpec, String selector, int landmarks, int repeat) {

  public Method method() {
    return MethodCatalog.parse(
        methodSpec,
        new MethodCatalog.Wishes(
            landmarks == 0 ? null : landmarks, null, null, selector, null, "auto", "auto"));
  }

  @Override
  public String toString() {
    return methodSpec
        + (selector == null ? "" : " " + selector)
        + (landmarks == 0 ? "" : " " + landmarks);
  }
}
