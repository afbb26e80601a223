package dev.mercer.internal.backend;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector types of the loops: doubles of the width that this processor prefers, and floats of at
 * most 256 bits. Floats converted from doubles, and rows of a panel, are never wider, and two
 * widths in one process can make loops slow; see docs/decisions/vector-loops-make-no-objects.md.
 */
final class VectorShapes {

  static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  static final VectorSpecies<Float> FLOATS =
      VectorSpecies.of(float.class, VectorShape.forBitSize(Math.min(256, DOUBLES.vectorBitSize())));

  /** A vector of as many floats as there are doubles in a vector of {@link #DOUBLES}. */
  static final VectorSpecies<Float> HALF_FLOATS =
      VectorSpecies.of(float.class, VectorShape.forBitSize(DOUBLES.vectorBitSize() / 2));

  /** The bits of {@link #DOUBLES}. */
  static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;

  /** The bits of {@link #FLOATS}. */
  static final VectorSpecies<Integer> INTS = VectorSpecies.of(int.class, FLOATS.vectorShape());

  static final Class<? extends DoubleVector> DOUBLE = DoubleVector.zero(DOUBLES).getClass();
  static final Class<? extends FloatVector> FLOAT = FloatVector.zero(FLOATS).getClass();

  private VectorShapes() {}
}
