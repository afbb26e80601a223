/** LIBSVM files. */
package dev.mercer.app.data.libsvm;
