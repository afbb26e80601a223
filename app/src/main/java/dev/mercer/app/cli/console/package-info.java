/** What a person sees while a command runs and when it fails: lines, progress, exit codes. */
package dev.mercer.app.cli.console;
