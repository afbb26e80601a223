/** Reports and comparisons for people: text and HTML pages. */
package dev.mercer.app.report;
