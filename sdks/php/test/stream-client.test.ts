import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { runPhp } from './run-php.ts';

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** The error of a call to a server that answers every connection like this. */
async function errorOf(answer: (socket: Socket) => void, timeout = 30): Promise<unknown> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => sockets.delete(socket)));
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  try {
    return await runPhp('call-status.php', { url: `http://127.0.0.1:${port}/demo/api/messaging/`, timeout });
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const BODY = '{"ok":true,"instance_id":"ins_1","channels":[],"balance":0}';

test('a chunked answer is read whole', async () => {
  const chunks = [...BODY].map((letter) => `1\r\n${letter}\r\n`).join('');
  expect(
    await errorOf((socket) => socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`)),
  ).toBeNull();
});

test.each([
  ['with a length', `content-length: ${BODY.length}`, BODY.slice(0, 9)],
  ['in chunks', 'transfer-encoding: chunked', `${BODY.length.toString(16)}\r\n${BODY}\r\n`],
])('an answer %s that is cut off is a failed connection', async (_, header, part) => {
  const cut = (socket: Socket) => socket.end(`${HEAD}${header}\r\n\r\n${part}`);
  expect(await errorOf(cut)).toBe('Parley\\ConnectionException');
});

test.each([
  ['with a length', 'content-length: 100000', ' '],
  ['in chunks', 'transfer-encoding: chunked', '1\r\n \r\n'],
])('an answer that drips %s ends with the timeout', async (_, header, drop) => {
  const drip = (socket: Socket) => {
    socket.write(`${HEAD}${header}\r\n\r\n`);
    const timer = setInterval(() => socket.write(drop), 50);
    socket.once('close', () => clearInterval(timer));
  };
  expect(await errorOf(drip, 0.5)).toBe('Parley\\TimeoutException');
});

test('an answer that stops in the middle ends with the timeout', async () => {
  const stop = (socket: Socket) => socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`);
  expect(await errorOf(stop, 0.5)).toBe('Parley\\TimeoutException');
});

test('a server that hangs up without an answer is a failed connection', async () => {
  expect(await errorOf((socket) => socket.destroy())).toBe('Parley\\ConnectionException');
});
