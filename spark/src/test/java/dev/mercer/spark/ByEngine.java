package dev.mercer.spark;

import java.util.Comparator;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/** Runs all classes of an engine before those of the next, so that sessions change once. */
public final class ByEngine implements ClassOrderer {

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context
        .getClassDescriptors()
        .sort(
            Comparator.comparingInt(
                described ->
                    described
                        .findAnnotation(RunsOn.class)
                        .map(on -> on.value().ordinal())
                        .orElse(-1)));
  }
}
