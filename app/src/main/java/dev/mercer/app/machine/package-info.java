/** What this machine has and how fast it is: memory to plan with, rates of tiles. */
package dev.mercer.app.machine;
