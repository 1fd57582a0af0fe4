import { type AddressInfo, connect, createServer } from 'node:net';

/** A second address of a server, as a forwarded port gives it. */
export interface ForwardedPort {
  origin: string;
  close(): void;
}

/** Forwards a free port of loopback to the server at this origin. */
export async function openForwardedPort(origin: string): Promise<ForwardedPort> {
  const { hostname, port } = new URL(origin);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) socket.on('error', () => [near, far].forEach((each) => void each.destroy()));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = server.address() as AddressInfo; // safe: it listens on a port
  return { origin: `http://127.0.0.1:${own.port}`, close: () => void server.close() };
}
