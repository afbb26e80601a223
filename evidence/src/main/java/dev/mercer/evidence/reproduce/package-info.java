/** The verb reproduce: the papers' tables and figures again, with a verdict on each claim. */
package dev.mercer.evidence.reproduce;
