import { createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that a push service accepted for a browser, opened as the browser opens it. */
export interface ReceivedPush {
  path: string;
  text: string;
  headers: IncomingHttpHeaders;
  /** Claims of the sender's signed token (RFC 8292). */
  claims: { aud: string; exp: number; sub: string };
  /** The sender's public key, base64url. */
  senderKey: string;
}

/** A browser's subscription. */
export interface PushBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushService extends AsyncDisposable {
  received: ReceivedPush[];
  /** A new browser that is subscribed here. */
  subscribe(): PushBrowser;
  /** The status of the next responses, and a promise that each of them waits for. */
  answer(status: number, before?: () => Promise<void>): void;
}

const derive = (key: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** Opens a body of RFC 8291 and 8188 that has one record. Throws on anything else. */
async function openBody(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): Promise<string> {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = derive(browser.computeSecret(sender), auth, info, 32);
  const raw = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const iv = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const text = Buffer.from(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, body.subarray(21 + keyLength)));
  // The last record ends with 2 and zeros.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
}

/** Checks `vapid t=…, k=…` (RFC 8292). Throws when the signature is not that of the key. */
function readVapid(authorization = ''): Pick<ReceivedPush, 'claims' | 'senderKey'> {
  const [, token = '', senderKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(senderKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The push is not signed by its sender.');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), senderKey };
}

/** A push service (RFC 8030) for any number of browsers; it opens what it receives, with their keys. */
export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, { keys: ReturnType<typeof createECDH>; auth: Buffer }>();
  const received: ReceivedPush[] = [];
  let answer = { status: 201, before: async () => {} };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { url: path = '', headers } = request;
    const browser = browsers.get(path);
    if (!browser) return response.writeHead(404).end();
    try {
      const text = await openBody(Buffer.concat(chunks), browser.keys, browser.auth);
      received.push({ path, text, headers, ...readVapid(headers.authorization) });
      await answer.before();
      response.writeHead(answer.status).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // safe: it listens on an address
  return {
    received,
    subscribe() {
      const [keys, auth] = [createECDH('prime256v1'), randomBytes(16)];
      keys.generateKeys();
      const path = `/push/${randomBytes(8).toString('hex')}`;
      browsers.set(path, { keys, auth });
      return {
        endpoint: `http://127.0.0.1:${port}${path}`,
        p256dh: keys.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    answer(status, before = async () => {}) {
      answer = { status, before };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
