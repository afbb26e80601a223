package dev.mercer.kernel;

import dev.mercer.data.Matrix;
import dev.mercer.internal.kernel.KernelForm;
import dev.mercer.internal.spec.SpecReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A kernel as people write it, {@code 0.5*gaussian(sigma=auto)+linear}, before the data are seen.
 *
 * <pre>
 *   sum     = product { "+" product }
 *   product = factor { "*" factor }          at least one of them a kernel
 *   factor  = number | "(" sum ")" | name [ "(" key "=" value { "," key "=" value } ")" ]
 * </pre>
 *
 * <p>The factors that are numbers multiply into one positive scaling in front of the product. A
 * {@code sigma}, {@code length} or {@code radius} may be {@code auto}: the median distance between
 * two rows of a sample, in the distance of that kernel, each for itself. {@link #text} is the
 * canonical text and reads back as an equal spec; a resolved kernel's {@link Kernel#spec} reads
 * back as an equal kernel.
 */
public final class KernelSpec {

  // The kernel itself, with an AutoKernel wherever a width is missing.
  private final Kernel tree;

  private KernelSpec(Kernel tree) {
    this.tree = tree;
  }

  /**
   * Reads a kernel as people write it.
   *
   * @throws IllegalArgumentException if the text is no kernel: what, where, what is allowed
   */
  public static KernelSpec parse(String text) {
    SpecReader reader = new SpecReader("kernel", text);
    Kernel tree = sum(reader);
    reader.expectEnd();
    return new KernelSpec(tree);
  }

  /** The spec of a kernel that is complete. */
  public static KernelSpec of(Kernel kernel) {
    return new KernelSpec(kernel);
  }

  /** The kernel that a text without {@code auto} describes. */
  public static Kernel kernel(String text) {
    return parse(text).resolve();
  }

  /** The names of all kernels that can be written. */
  public static Set<String> names() {
    return KernelCatalog.names();
  }

  /** Whether a width is {@code auto}, so that {@link #resolve(Matrix)} needs a sample. */
  public boolean needsData() {
    return KernelForm.of(tree).leaves().anyMatch(leaf -> leaf.kernel() instanceof AutoKernel);
  }

  /** The kernel, which must not need data. */
  public Kernel resolve() {
    if (needsData()) {
      throw new IllegalArgumentException(
          "kernel " + text() + " needs a sample of the data; give numbers instead of auto");
    }
    return tree;
  }

  /**
   * The kernel with every {@code auto} replaced by its number.
   *
   * @param sample rows of the data; read only if the kernel needs data
   * @throws dev.mercer.NumericalException if the sample has no median distance to offer
   */
  public Kernel resolve(Matrix sample) {
    return KernelForm.of(tree)
        .withLeaves(leaf -> leaf instanceof AutoKernel auto ? auto.resolve(sample) : leaf);
  }

  /**
   * The same kernel with one parameter changed in every part that has it; of a Gaussian, sigma and
   * gamma replace each other.
   *
   * @param value as it is written in a spec, {@code auto} included
   * @throws IllegalArgumentException if no part has this parameter, or the value is not allowed
   */
  public KernelSpec with(String key, String value) {
    Set<String> known = new TreeSet<>();
    Kernel changed =
        KernelForm.of(tree)
            .withLeaves(
                leaf -> leaf.named() ? KernelCatalog.changed(leaf, key, value, known) : leaf);
    if (!known.contains(key)) {
      throw new IllegalArgumentException(
          "kernel "
              + text()
              + " has no "
              + key
              + "; "
              + (known.isEmpty()
                  ? "it has no parameters"
                  : "its parameters are " + String.join(", ", known)));
    }
    return new KernelSpec(changed);
  }

  /** The canonical text of this spec. */
  public String text() {
    return tree.spec();
  }

  private static Kernel sum(SpecReader reader) {
    List<Kernel> terms = new ArrayList<>();
    do {
      terms.add(product(reader));
    } while (reader.take('+'));
    return terms.size() == 1 ? terms.get(0) : new SumKernel(terms);
  }

  private static Kernel product(SpecReader reader) {
    double scaling = 1;
    boolean scaled = false;
    List<Kernel> factors = new ArrayList<>();
    do {
      if (startsNumber(reader.peek())) {
        scaling *= reader.number();
        scaled = true;
      } else if (reader.take('(')) {
        factors.add(sum(reader));
        reader.expect(')');
      } else {
        factors.add(leaf(reader));
      }
    } while (reader.take('*'));
    if (factors.isEmpty()) {
      throw reader.expected("'*' and a kernel after the number");
    }
    Kernel product = factors.size() == 1 ? factors.get(0) : new ProductKernel(factors);
    return scaled ? new ScaledKernel(scaling, product) : product;
  }

  private static Kernel leaf(SpecReader reader) {
    if (!Character.isLetter(reader.peek())) {
      throw reader.expected("a kernel, a positive number or '('");
    }
    return KernelCatalog.build(reader.spec());
  }

  private static boolean startsNumber(char c) {
    return (c >= '0' && c <= '9') || c == '.';
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KernelSpec that && tree.equals(that.tree);
  }

  @Override
  public int hashCode() {
    return tree.hashCode();
  }

  @Override
  public String toString() {
    return text();
  }
}
