import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { at } from '@parley/common/at';

type Reply = string | number | null | Error | Reply[];

/** Reads a reply of the protocol (RESP 2) at an offset; null while it is not complete. */
function readReply(bytes: Buffer, start: number): { reply: Reply; end: number } | null {
  const lineEnd = bytes.indexOf('\r\n', start);
  if (lineEnd < 0) return null;
  const kind = String.fromCharCode(bytes.readUInt8(start));
  const line = bytes.toString('utf8', start + 1, lineEnd);
  const next = lineEnd + 2;
  if (kind === '+') return { reply: line, end: next };
  if (kind === '-') return { reply: new Error(line), end: next };
  const count = Number(line);
  if (kind === ':') return { reply: count, end: next };
  if (count < 0) return { reply: null, end: next };
  if (kind === '$')
    return bytes.length < next + count + 2
      ? null
      : { reply: bytes.toString('utf8', next, next + count), end: next + count + 2 };
  const replies: Reply[] = [];
  let end = next;
  for (let index = 0; index < count; index++) {
    const read = readReply(bytes, end);
    if (!read) return null;
    replies.push(read.reply);
    end = read.end;
  }
  return { reply: replies, end };
}

const writeCommand = (parts: readonly string[]): string =>
  `*${parts.length}\r\n${parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join('')}`;

const WAIT_MS = 30_000;

export type RedisClient = Awaited<ReturnType<typeof openRedis>>;

/** Reads hashes of a Redis server at `redis://[user:password@]host:port/database`, or `rediss://`. */
export async function openRedis(address: string) {
  const url = new URL(address);
  const [host, port] = [url.hostname.replace(/^\[|\]$/g, ''), Number(url.port || 6379)];
  const socket = url.protocol === 'rediss:' ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
  const unread = (reason: string): Error => new Error(`Redis at ${url.host} cannot be read: ${reason}.`);
  let received = Buffer.alloc(0);
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | null = null;
  const fail = (reason: string): void => {
    waiting?.reject(unread(reason));
    waiting = null;
  };
  socket.on('error', (error) => fail(String(Reflect.get(error, 'code') ?? error.message)));
  socket.on('close', () => fail('it closed the connection'));
  socket.setTimeout(WAIT_MS, () => socket.destroy());
  socket.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    const read = readReply(received, 0);
    if (!read) return;
    received = received.subarray(read.end);
    waiting?.resolve(read.reply);
    waiting = null;
  });
  await once(socket, url.protocol === 'rediss:' ? 'secureConnect' : 'connect').catch((error: unknown) => {
    throw unread(String(error instanceof Error ? (Reflect.get(error, 'code') ?? error.message) : error));
  });

  async function ask(...parts: string[]): Promise<Reply> {
    const reply = await new Promise<Reply>((resolve, reject) => {
      waiting = { resolve, reject };
      socket.write(writeCommand(parts));
    });
    if (reply instanceof Error) throw unread(reply.message);
    return reply;
  }
  const [user, password] = [url.username, url.password].map(decodeURIComponent);
  try {
    if (password) await ask('AUTH', ...(user ? [user] : []), password);
    const database = url.pathname.slice(1);
    if (database) await ask('SELECT', database);
  } catch (error) {
    socket.destroy();
    throw error;
  }

  return {
    /** The fields of a hash; empty when there is none. */
    async readHash(key: string): Promise<Map<string, string>> {
      const reply = await ask('HGETALL', key);
      const parts = Array.isArray(reply) ? reply.map(String) : [];
      const fields = new Map<string, string>();
      for (let index = 0; index + 1 < parts.length; index += 2) fields.set(at(parts, index), at(parts, index + 1));
      return fields;
    },
    close(): void {
      socket.destroy();
    },
  };
}
