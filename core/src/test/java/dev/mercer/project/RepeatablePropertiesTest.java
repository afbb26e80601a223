package dev.mercer.project;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** A failed property says how it is repeated, and a given seed is the one that is used. */
class RepeatablePropertiesTest {

  @Property(tries = 50, seed = "4711")
  @AddLifecycleHook(MustFailWithItsCommand.class)
  void aFailureSaysHowItIsRepeated(@ForAll int value) {
    assertThat(value).isNotEqualTo(0);
  }

  @Property(tries = 5)
  @AddLifecycleHook(GivenSeed.class)
  void aGivenSeedIsUsed(@ForAll int value) {
    assertThat(value).isEqualTo(value);
  }

  /** Outside the hook under test: turns the failure it expects into a success. */
  static final class MustFailWithItsCommand implements AroundPropertyHook {

    @Override
    public PropertyExecutionResult aroundProperty(
        PropertyLifecycleContext context, PropertyExecutor property) {
      PropertyExecutionResult result = property.execute();
      assertThat(result.status()).isEqualTo(PropertyExecutionResult.Status.FAILED);
      assertThat(result.throwable().orElseThrow().getMessage().lines())
          .filteredOn(line -> line.startsWith("mvn "))
          .singleElement()
          .isEqualTo(
              "mvn -B -pl core -am test"
                  + " -Dtest='RepeatablePropertiesTest#aFailureSaysHowItIsRepeated'"
                  + " -Dmercer.property.seed=4711 -Dsurefire.failIfNoSpecifiedTests=false"
                  + "  # fails at try "
                  + result.countTries());
      return result.mapToSuccessful();
    }

    @Override
    public int aroundPropertyProximity() {
      return Integer.MIN_VALUE;
    }
  }

  /** Outside the hook under test: gives a seed for this one property as the command line would. */
  static final class GivenSeed implements AroundPropertyHook {

    @Override
    public PropertyExecutionResult aroundProperty(
        PropertyLifecycleContext context, PropertyExecutor property) {
      String before = System.getProperty(RepeatableProperties.SEED);
      System.setProperty(RepeatableProperties.SEED, "815");
      try {
        PropertyExecutionResult result = property.execute();
        assertThat(result.seed()).contains("815");
        return result;
      } finally {
        if (before == null) {
          System.clearProperty(RepeatableProperties.SEED);
        } else {
          System.setProperty(RepeatableProperties.SEED, before);
        }
      }
    }

    @Override
    public int aroundPropertyProximity() {
      return Integer.MIN_VALUE;
    }
  }
}
