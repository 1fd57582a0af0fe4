import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A server with hashes that speaks Redis's protocol: AUTH, SELECT and HGETALL, in pieces of a few bytes. */
export async function serveRedis(options: {
  password: string;
  database: string;
  hashes: Map<string, Map<string, string>>;
}) {
  const asked: string[] = [];
  const server = createServer((socket) => {
    let [isKnown, isSelected] = [false, false];
    const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
    const answer = ([name = '', ...given]: string[]): string => {
      asked.push([name, ...given].join(' '));
      if (name === 'AUTH') {
        isKnown = given.at(-1) === options.password;
        return isKnown ? '+OK\r\n' : '-WRONGPASS invalid username-password pair\r\n';
      }
      if (!isKnown) return '-NOAUTH Authentication required.\r\n';
      if (name === 'SELECT') {
        isSelected = given[0] === options.database;
        return '+OK\r\n';
      }
      const fields = isSelected ? [...(options.hashes.get(given[0] ?? '') ?? [])].flat() : [];
      return `*${fields.length}\r\n${fields.map(bulk).join('')}`;
    };
    socket.on('data', (bytes) => {
      const parts = bytes.toString().split('\r\n');
      const words = parts.filter((part, index) => index > 0 && index % 2 === 0 && part !== '');
      const reply = Buffer.from(answer(words));
      // Replies arrive in pieces on a real network, too.
      for (let at = 0; at < reply.length; at += 1000) socket.write(reply.subarray(at, at + 1000));
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // safe: it listens on a port
  const { port } = server.address() as AddressInfo;
  return { port, asked, close: () => new Promise((resolve) => server.close(resolve)) };
}
