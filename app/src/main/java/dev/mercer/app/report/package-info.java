/** Reports and comparisons as a person reads them: text and HTML pages. */
package dev.mercer.app.report;
