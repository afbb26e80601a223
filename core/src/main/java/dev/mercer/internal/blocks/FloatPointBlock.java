package dev.mercer.internal.blocks;

/** {@link BlockPoints} in single precision; it owns nothing. */
public final class FloatPointBlock extends BlockPoints<float[]> {}
