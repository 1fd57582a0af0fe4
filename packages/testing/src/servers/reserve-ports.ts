import { createServer, type Server } from 'node:net';

/** Below Linux's range for ports of outgoing connections (32768), so that none of those conflicts. */
const FIRST_PORT = 12_000;
const LAST_PORT = 32_000;
const BLOCK = 64;

const listen = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });

/**
 * A block of ports that only this process hands out. The socket that listens on the block's first port is the lock: the
 * kernel releases it however the process ends.
 */
async function claimBlock(): Promise<number> {
  const blocks = Math.floor((LAST_PORT - FIRST_PORT) / BLOCK);
  for (let nth = 0; nth < blocks; nth++) {
    const first = FIRST_PORT + ((process.pid + nth) % blocks) * BLOCK;
    const lock = await listen(first);
    if (lock === null) continue;
    lock.unref();
    return first;
  }
  throw new Error(`Every block of ports between ${FIRST_PORT} and ${LAST_PORT} is taken.`);
}

let block: Promise<number> | undefined;
let handedOut = 0;

async function nextFreePort(first: number): Promise<number> {
  for (let nth = 1; nth < BLOCK; nth++) {
    const port = first + 1 + (handedOut++ % (BLOCK - 1));
    const probe = await listen(port);
    if (probe === null) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
  throw new Error(`All ${BLOCK - 1} ports of this process are in use: a test leaves its servers running.`);
}

/**
 * Ports for servers that a test starts. Nothing else takes them between this call and the server's start: other test
 * processes have other blocks, and the kernel gives outgoing connections higher numbers.
 */
export async function reservePorts(count: number): Promise<number[]> {
  block ??= claimBlock();
  const first = await block;
  const ports: number[] = [];
  while (ports.length < count) ports.push(await nextFreePort(first));
  return ports;
}

/** One port of {@link reservePorts}. */
export async function reservePort(): Promise<number> {
  const [port] = await reservePorts(1);
  if (port === undefined) throw new Error('No port was reserved.');
  return port;
}
