/** Landmark fits beside their peers, and certificates beside the truth. */
package dev.mercer.evidence.bench.landmarks;
