import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import type { Egress } from '@parley/providers/egress/open-egress';
import { connectRequestOf, type DeviceProxy, type TunnelTarget } from './proxy.rules.ts';
import { ProxyFailed, readAnswer } from './proxy-answer.client.ts';
import { requestBySocks } from './socks.client.ts';

export interface TunnelOptions {
  proxy: DeviceProxy;
  target: TunnelTarget;
  /** The target's server is authenticated by TLS. */
  isEncrypted: boolean;
  /** Time until the tunnel is ready. */
  timeoutMs: number;
  /** Ends an attempt. */
  signal: AbortSignal;
  /** Used by tests: the CA that servers are checked against. */
  ca?: string | undefined;
}

const MAX_HEAD_BYTES = 16 * 1024;
const HEAD_END = '\r\n\r\n';
const STATUS = /^HTTP\/1\.[01] (\d{3})[ \r]/;

/**
 * Connects to a target through a proxy, whose host is under the egress rules. The proxy resolves the target's name. Throws
 * {@link ProxyFailed}: a connection without the proxy is never made instead.
 */
export async function openTunnel({ connect }: Pick<Egress, 'connect'>, options: TunnelOptions): Promise<Socket> {
  const { proxy, timeoutMs, signal } = options;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const late = new ProxyFailed('The proxy did not answer in time.');
  const { socket } = await connect({ host: proxy.host, port: proxy.port, timeoutMs }).catch((error: unknown) => {
    throw failed('The proxy cannot be reached', error);
  });
  const stop = (): void => void socket.destroy(late);
  deadline.addEventListener('abort', stop);
  const broken = new Promise<never>((_, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new ProxyFailed('The proxy closed the connection.')));
  });
  broken.catch(() => {});
  try {
    if (deadline.aborted) throw late;
    const ready = request(options, socket);
    ready.catch(() => {});
    return await Promise.race([ready, broken]);
  } catch (error) {
    socket.destroy();
    throw failed('The proxy did not open the connection', error);
  } finally {
    deadline.removeEventListener('abort', stop);
  }
}

async function request({ proxy, target, isEncrypted, ca }: TunnelOptions, socket: Socket): Promise<Socket> {
  const toProxy = proxy.protocol === 'https' ? await encrypt(socket, proxy.host, ca) : socket;
  if (proxy.protocol === 'socks5') await requestBySocks(toProxy, proxy, target);
  else await requestByConnect(toProxy, proxy, target);
  return isEncrypted ? encrypt(toProxy, target.host, ca) : toProxy;
}

async function requestByConnect(socket: Socket, proxy: DeviceProxy, target: TunnelTarget): Promise<void> {
  socket.write(connectRequestOf(proxy, target));
  const head = await readAnswer(socket, (bytes) => {
    const end = bytes.indexOf(HEAD_END);
    if (end === -1 && bytes.length > MAX_HEAD_BYTES) throw new ProxyFailed('The proxy answered too much.');
    return end === -1 ? null : end + HEAD_END.length;
  });
  const status = STATUS.exec(head.toString('latin1'))?.[1];
  if (status === '407') throw new ProxyFailed('The proxy refused its user name or password (407).');
  if (status === undefined || !status.startsWith('2'))
    throw new ProxyFailed(`The proxy answered ${status ?? 'no HTTP'}.`);
}

/** Encrypts a connection; the server must prove that it is this host. */
function encrypt(socket: Socket, host: string, ca: string | undefined): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const servername = isIP(host) ? {} : { servername: host };
    const encrypted = connectTls({ socket, host, ca, ALPNProtocols: ['http/1.1'], ...servername }, () => {
      encrypted.off('error', reject);
      resolve(encrypted);
    });
    encrypted.once('error', reject);
  });
}

function failed(what: string, error: unknown): ProxyFailed {
  if (error instanceof ProxyFailed) return error;
  return new ProxyFailed(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
