package dev.mercer.project;

import java.nio.file.Path;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Ends the message of every failed property with the one line that repeats it: the property alone,
 * from the seed it failed with, so that the same tries follow in the same order.
 *
 * <p>jqwik finds this class as a service. The seed comes back as {@code -Dmercer.property.seed}.
 */
public final class RepeatableProperties implements AroundPropertyHook {

  static final String SEED = "mercer.property.seed";

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    String wanted = System.getProperty(SEED);
    if (wanted != null) {
      context.attributes().setSeed(wanted);
    }
    PropertyExecutionResult result = property.execute();
    if (result.status() != PropertyExecutionResult.Status.FAILED || result.seed().isEmpty()) {
      return result;
    }
    return result.mapToFailed(
        new AssertionError(
            message(result)
                + System.lineSeparator()
                + command(context, result.seed().get())
                + "  # fails at try "
                + result.countTries(),
            result.throwable().orElse(null)));
  }

  private static String message(PropertyExecutionResult result) {
    return result.throwable().map(Throwable::getMessage).orElse("the property does not hold");
  }

  private static String command(PropertyLifecycleContext context, String seed) {
    return "mvn -B -pl %s -am test -Dtest='%s#%s' -D%s=%s -Dsurefire.failIfNoSpecifiedTests=false"
        .formatted(
            Path.of("").toAbsolutePath().getFileName(),
            context.containerClass().getSimpleName(),
            context.targetMethod().getName(),
            SEED,
            seed);
  }
}
