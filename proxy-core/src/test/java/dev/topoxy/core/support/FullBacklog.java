package dev.topoxy.core.support;

import dev.topoxy.core.address.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A port whose connections neither come about nor are refused: nobody accepts, and all places to wait are taken. */
public final class FullBacklog implements AutoCloseable {

    private static final int MAX_PLACES = 8;

    private final ServerSocket server;
    private final List<Socket> waiting = new ArrayList<>();

    private FullBacklog() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    public static FullBacklog open() throws IOException {
        FullBacklog backlog = new FullBacklog();
        while (backlog.takesOneMore()) {
            if (backlog.waiting.size() > MAX_PLACES) {
                backlog.close();
                throw new IOException("the backlog of 1 takes more than " + MAX_PLACES);
            }
        }
        return backlog;
    }

    private boolean takesOneMore() throws IOException {
        Socket socket = new Socket();
        waiting.add(socket);
        try {
            socket.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()), 300);
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    public HostPort address() {
        return new HostPort("127.0.0.1", server.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : waiting) {
            socket.close();
        }
        server.close();
    }
}
