/** Landmark fits compared with their peers, and certificates compared with the truth. */
package dev.mercer.evidence.bench.landmarks;
