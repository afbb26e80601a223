package dev.mercer.internal.backend;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vectors of the maps: doubles of the width that this processor prefers, floats of at most 256
 * bits. Floats that are made of doubles, and rows of a panel, have no more, and two widths in one
 * process are a trap; see docs/decisions/vector-loops-make-no-objects.md.
 */
final class VectorShapes {

  static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
  static final VectorSpecies<Float> FLOATS =
      VectorSpecies.of(float.class, VectorShape.forBitSize(Math.min(256, DOUBLES.vectorBitSize())));

  /** As many floats as there are doubles in a vector. */
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
