package dev.mercer.spark;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Where the tests of a class run. They take the session as a parameter of type {@code
 * SparkSession}, and on a cluster the {@link StandaloneCluster} too. To run tests in both places,
 * write them in an abstract class with two empty subclasses:
 *
 * <pre>
 * abstract class ThingSuite { &#64;Test void works(SparkSession spark) { ... } }
 * &#64;RunsOn(Engine.LOCAL) class ThingLocalTest extends ThingSuite {}
 * &#64;Tag("whole") &#64;RunsOn(Engine.CLUSTER) class ThingClusterTest extends ThingSuite {}
 * </pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SparkExtension.class)
@interface RunsOn {

  Engine value();

  /** Declared in the order in which they run. */
  enum Engine {
    /** Two threads of this process. */
    LOCAL,
    /** Two executors of a {@link StandaloneCluster}. */
    CLUSTER
  }
}
