import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A tunnel that a client requested. */
export interface RequestedTunnel {
  protocol: 'http' | 'socks5';
  /** As the client wrote it: `host:port`. */
  target: string;
  isOpened: boolean;
}

interface ProxyServerOptions {
  /** Without it, no login is asked for. */
  login?: { username: string; password: string };
  /** Addresses of names that only this proxy knows. */
  names?: Readonly<Record<string, string>>;
}

/** A proxy on loopback that takes CONNECT and SOCKS5 on one port, and counts what it is asked for. */
export interface ProxyServer extends AsyncDisposable {
  port: number;
  tunnels: readonly RequestedTunnel[];
  /** serves: opens tunnels. refuses: answers that it may not. hangs: accepts connections, and never answers. */
  mode: 'serves' | 'refuses' | 'hangs';
  /** Ends every connection. */
  cut(): void;
}

const HEAD_END = '\r\n\r\n';
const [NO_LOGIN, WITH_LOGIN, NO_METHOD] = [0, 2, 255];
const NOT_ALLOWED = 2;

export async function openProxyServer({ login, names = {} }: ProxyServerOptions = {}): Promise<ProxyServer> {
  const sockets = new Set<Socket>();
  const tunnels: RequestedTunnel[] = [];
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    return socket;
  };

  /** Connects the client to its target; false when it may not. */
  async function open(client: Socket, protocol: RequestedTunnel['protocol'], host: string, port: number) {
    const tunnel = { protocol, target: `${host}:${port}`, isOpened: false };
    tunnels.push(tunnel);
    if (proxy.mode === 'refuses') return null;
    const target = keep(connect(port, names[host] ?? host));
    await once(target, 'connect');
    tunnel.isOpened = true;
    client.once('close', () => target.destroy());
    target.once('close', () => client.destroy());
    return () => {
      client.pipe(target);
      target.pipe(client);
    };
  }

  async function serveConnect(client: Socket, read: Reader): Promise<void> {
    let head = 'C';
    while (!head.endsWith(HEAD_END)) head += (await read(1)).toString('latin1');
    const [, host = '', port] = /^CONNECT (\S+):(\d+) /.exec(head) ?? [];
    const expected = login && Buffer.from(`${login.username}:${login.password}`).toString('base64');
    if (expected && !head.includes(`Proxy-Authorization: Basic ${expected}\r\n`))
      return void client.end(`HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0${HEAD_END}`);
    const join = await open(client, 'http', host, Number(port));
    if (!join) return void client.end(`HTTP/1.1 403 Forbidden${HEAD_END}`);
    client.write(`HTTP/1.1 200 Connection established${HEAD_END}`);
    join();
  }

  async function serveSocks(client: Socket, read: Reader): Promise<void> {
    const methods = await read((await read(1)).readUInt8());
    const method = login ? WITH_LOGIN : NO_LOGIN;
    client.write(Buffer.from([5, methods.includes(method) ? method : NO_METHOD]));
    if (!methods.includes(method)) return;
    if (login) {
      await read(1);
      const username = (await read((await read(1)).readUInt8())).toString();
      const password = (await read((await read(1)).readUInt8())).toString();
      const isKnown = username === login.username && password === login.password;
      client.write(Buffer.from([1, isKnown ? 0 : 1]));
      if (!isKnown) return void client.end();
    }
    const type = (await read(4)).readUInt8(3);
    const host = type === 1 ? (await read(4)).join('.') : (await read((await read(1)).readUInt8())).toString();
    const join = await open(client, 'socks5', host, (await read(2)).readUInt16BE());
    client.write(Buffer.from([5, join ? 0 : NOT_ALLOWED, 0, 1, 0, 0, 0, 0, 0, 0]));
    join?.();
  }

  const server = createServer((client) => {
    keep(client);
    if (proxy.mode === 'hangs') return;
    const read = makeReader(client);
    const serve = async (): Promise<void> => {
      const [first] = await read(1);
      if (first === 5) await serveSocks(client, read);
      else await serveConnect(client, (count) => read(count));
    };
    serve().catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: ProxyServer = {
    // safe: it listens on a port
    port: (server.address() as AddressInfo).port,
    tunnels,
    mode: 'serves',
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      proxy.cut();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}

type Reader = (count: number) => Promise<Buffer>;

/** Reads exactly so many bytes. */
function makeReader(socket: Socket): Reader {
  return async (count) => {
    if (count === 0) return Buffer.alloc(0);
    for (;;) {
      const bytes: Buffer | null = socket.read(count);
      if (bytes) return bytes;
      await Promise.race([
        once(socket, 'readable'),
        once(socket, 'close').then(() => Promise.reject(new Error('closed'))),
      ]);
    }
  };
}
