package dev.mercer.spark;

import dev.mercer.KernelPcaModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;

/** A model as the bytes of its safetensors file, to be sent to executors. */
final class ModelBytes {

  private ModelBytes() {}

  static byte[] of(KernelPcaModel model) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    model.save(Channels.newChannel(bytes));
    return bytes.toByteArray();
  }

  static KernelPcaModel read(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("mercer", ".safetensors");
    try {
      Files.write(file, bytes);
      return KernelPcaModel.load(file);
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
