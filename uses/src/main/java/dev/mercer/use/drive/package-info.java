/** Which features drive a component: gradients of the scores, averaged over rows. */
package dev.mercer.use.drive;
