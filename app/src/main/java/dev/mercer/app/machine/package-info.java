/** What this machine has and how fast it is: the memory for a plan, and the speed of tiles. */
package dev.mercer.app.machine;
