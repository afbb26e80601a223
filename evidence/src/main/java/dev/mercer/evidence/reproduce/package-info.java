/**
 * The command reproduce, which repeats the papers' tables and figures and gives a verdict on each
 * claim.
 */
package dev.mercer.evidence.reproduce;
