import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP relay before a server. It can cut all connections and refuse new ones, or stop forwarding on the existing ones. */
export interface TcpSwitch extends AsyncDisposable {
  port: number;
  cut(): void;
  /** Existing connections stay open but forward nothing, as when a host vanishes; new connections work. */
  stall(): void;
  restore(): void;
  /** Connections that it has refused since it was opened. */
  refused(): number;
  close(): Promise<void>;
}

/** Opens a relay to `target`; a cut looks like a server that closed the connection. */
export async function openTcpSwitch(target: { host: string; port: number }): Promise<TcpSwitch> {
  const sockets = new Set<Socket>();
  let on = true;
  let refused = 0;
  const follow = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((inward) => {
    follow(inward);
    if (!on) {
      refused++;
      return inward.destroy();
    }
    const outward = connect(target.port, target.host);
    follow(outward);
    inward.pipe(outward).pipe(inward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    on = false;
    for (const socket of sockets) socket.destroy();
  };
  const close = async (): Promise<void> => {
    cut();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    // safe: listening on TCP
    port: (server.address() as AddressInfo).port,
    cut,
    stall: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore: () => {
      on = true;
    },
    refused: () => refused,
    close,
    [Symbol.asyncDispose]: close,
  };
}
