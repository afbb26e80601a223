package dev.mercer.internal.blocks;

/** {@link BlockPoints} in single precision. It owns no memory. */
public final class FloatPointBlock extends BlockPoints<float[]> {}
