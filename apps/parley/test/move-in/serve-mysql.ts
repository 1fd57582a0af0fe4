import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

interface Column {
  catalog: string;
  schema: string;
  name: string;
  orgName: string;
  table: string;
  orgTable: string;
  characterSet: number;
  columnLength: number;
  columnType: number;
  flags: number;
  decimals: number;
}
interface Connection {
  sequenceId: number;
  serverHandshake(options: object): void;
  on(event: string, heard: (text: string) => void): void;
  writeTextResult(rows: readonly object[], columns: readonly Column[]): void;
  stream: { on(event: string, heard: () => void): void };
}

const TEXT = 253;
const UTF8 = 33;

/** A server that speaks MySQL's protocol and answers each query with these rows. */
export async function serveMySql(rows: readonly Record<string, string | null>[]) {
  const asked: string[] = [];
  // safe: the interface of the package
  const { default: mysql } = (await import('mysql2' as string)) as {
    default: {
      createServer(heard: (connection: Connection) => void): {
        listen(port: number, host: string): void;
        close(): void;
        _server: Server;
      };
    };
  };
  const columnOf = (name: string): Column => ({
    catalog: 'def',
    schema: 'evolution',
    name,
    orgName: name,
    table: 'i',
    orgTable: 'i',
    characterSet: UTF8,
    columnLength: 65_535,
    columnType: TEXT,
    flags: 0,
    decimals: 0,
  });
  const server = mysql.createServer((connection) => {
    connection.stream.on('error', () => {});
    connection.on('error', () => {});
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.0.36',
      connectionId: 1,
      statusFlags: 2,
      characterSet: UTF8,
      capabilityFlags: 0xff_f7_ff,
      authCallback: (_given: unknown, done: (error: null) => void) => done(null),
    });
    connection.on('query', (text) => {
      asked.push(text);
      // The answer's packets follow that of the query.
      connection.sequenceId = 1;
      connection.writeTextResult(rows, Object.keys(rows[0] ?? {}).map(columnOf));
      connection.sequenceId = 0;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server._server, 'listening');
  // safe: it listens on a port
  const { port } = server._server.address() as AddressInfo;
  return { url: `mysql://root:secret@127.0.0.1:${port}/evolution`, asked, close: async () => server.close() };
}
