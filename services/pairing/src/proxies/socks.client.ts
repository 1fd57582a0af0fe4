import { isIPv4, type Socket } from 'node:net';
import { at } from '@parley/common/at';
import type { DeviceProxy, TunnelTarget } from './proxy.rules.ts';
import { ProxyFailed, readAnswer } from './proxy-answer.client.ts';

const VERSION = 5;
const LOGIN_VERSION = 1;
const NO_LOGIN = 0;
const WITH_LOGIN = 2;
const CONNECT = 1;
const [IPV4, NAME, IPV6] = [1, 3, 4];

/** The refusals of RFC 1928, section 6. */
const REFUSALS: Readonly<Record<number, string>> = {
  1: 'general failure',
  2: 'not allowed by its rules',
  3: 'network unreachable',
  4: 'host unreachable',
  5: 'connection refused',
  6: 'time to live expired',
  7: 'command not supported',
  8: 'address type not supported',
};

const withLength = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
};

/** A name is passed on as it is: the proxy resolves it. */
const addressOf = (host: string): Buffer =>
  isIPv4(host)
    ? Buffer.from([IPV4, ...host.split('.').map(Number)])
    : Buffer.concat([Buffer.from([NAME]), withLength(host)]);

/** Bytes of the address in an answer, after its type; null while they are unknown. */
function addressLength(answer: Buffer): number | null {
  const type = answer[3];
  if (type === undefined) return null;
  if (type === IPV4) return 4;
  if (type === IPV6) return 16;
  if (type !== NAME) throw new ProxyFailed('The proxy does not speak SOCKS5.');
  const length = answer[4];
  return length === undefined ? null : 1 + length;
}

/** Requests a tunnel by SOCKS5 (RFC 1928, login by RFC 1929). Throws {@link ProxyFailed}. */
export async function requestBySocks(
  socket: Socket,
  { login }: Pick<DeviceProxy, 'login'>,
  target: TunnelTarget,
): Promise<void> {
  const methods = login ? [NO_LOGIN, WITH_LOGIN] : [NO_LOGIN];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const method = at(await readTwo(socket, VERSION), 1);
  if (method === WITH_LOGIN && login) await logIn(socket, login);
  else if (method !== NO_LOGIN) throw new ProxyFailed('The proxy asks for another login than user name and password.');
  const port = Buffer.alloc(2);
  port.writeUInt16BE(target.port);
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(target.host), port]));
  const answer = await readAnswer(socket, (bytes) => {
    requireVersion(bytes, VERSION);
    const code = bytes[1];
    // A refusal may end with its code.
    if (code !== undefined && code !== 0) return 2;
    const length = addressLength(bytes);
    return length !== null && bytes.length >= 4 + length + 2 ? 4 + length + 2 : null;
  });
  const code = at(answer, 1);
  if (code !== 0) throw new ProxyFailed(`The proxy refused the connection: ${REFUSALS[code] ?? `code ${code}`}.`);
}

async function logIn(socket: Socket, { username, password }: NonNullable<DeviceProxy['login']>): Promise<void> {
  socket.write(Buffer.concat([Buffer.from([LOGIN_VERSION]), withLength(username), withLength(password)]));
  if (at(await readTwo(socket, LOGIN_VERSION), 1) !== 0)
    throw new ProxyFailed('The proxy refused its user name or password.');
}

const readTwo = (socket: Socket, version: number): Promise<Buffer> =>
  readAnswer(socket, (bytes) => {
    requireVersion(bytes, version);
    return bytes.length < 2 ? null : 2;
  });

function requireVersion(bytes: Buffer, version: number): void {
  if (bytes.length > 0 && bytes[0] !== version) throw new ProxyFailed('The proxy does not speak SOCKS5.');
}
