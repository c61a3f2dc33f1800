package dev.topoxy.core.support;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Optional;

/** One end of a TCP connection that speaks in frames; blocking, and impatient: whatever takes 20 s is a failure. */
public class Wire implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final DataInputStream in;

    public Wire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Connects to a port on the loopback. */
    public static Wire to(int port) throws IOException {
        return new Wire(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    public Socket socket() {
        return socket;
    }

    public Wire send(byte[]... frames) throws IOException {
        for (byte[] frame : frames) {
            socket.getOutputStream().write(frame);
        }
        return this;
    }

    /** The next frame, size field included; empty when the peer has ended, in whatever way, between frames. */
    public Optional<byte[]> next() throws IOException {
        int size;
        try {
            size = in.readInt();
        } catch (java.net.SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            return Optional.empty();
        }
        byte[] frame = new byte[4 + size];
        ByteBuffer.wrap(frame).putInt(size);
        in.readFully(frame, 4, size);
        return Optional.of(frame);
    }

    /** The next frame, which must come. */
    public byte[] read() throws IOException {
        return next().orElseThrow(() -> new IOException("the peer ended where a frame was due"));
    }

    public byte[] readBytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        in.readFully(bytes);
        return bytes;
    }

    /** Whether the peer ends the connection, in whatever way, without sending anything before. */
    public boolean ended() throws IOException {
        try {
            return in.read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            return true;
        }
    }

    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Ends the connection with a reset. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
