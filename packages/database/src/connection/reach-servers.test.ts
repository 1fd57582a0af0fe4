import { expect, test } from 'vitest';
import { reachServers, splitServers } from './reach-servers.ts';

const SEVERAL = 'postgresql://parley:p%2Fw@one:5433,two,[::1]:5434/parley?sslmode=disable';

test.each([
  ['postgresql://h/parley', [{ url: 'postgresql://h/parley', host: 'h', port: 5432 }]],
  [
    SEVERAL,
    [
      { url: 'postgresql://parley:p%2Fw@one:5433/parley?sslmode=disable', host: 'one', port: 5433 },
      { url: 'postgresql://parley:p%2Fw@two/parley?sslmode=disable', host: 'two', port: 5432 },
      { url: 'postgresql://parley:p%2Fw@[::1]:5434/parley?sslmode=disable', host: '::1', port: 5434 },
    ],
  ],
  [
    'postgres://a,b/x?target_session_attrs=read-write&sslmode=disable',
    [
      { url: 'postgres://a/x?sslmode=disable', host: 'a', port: 5432 },
      { url: 'postgres://b/x?sslmode=disable', host: 'b', port: 5432 },
    ],
  ],
  ['postgres://a/x?target_session_attrs=any', [{ url: 'postgres://a/x', host: 'a', port: 5432 }]],
])('%s names %j', (url, servers) => {
  expect(splitServers(url)).toEqual(servers);
});

test('an address of one server is left to the driver', () => {
  const url = 'postgresql://parley@localhost/parley?host=/run/postgresql';
  expect(reachServers(url)).toEqual({ connectionString: url });
});

test('if no server accepts writes, the error names each server with its reason', async () => {
  const { stream } = reachServers('postgresql://parley@127.0.0.1:1,127.0.0.1:2/parley');
  const socket = stream?.();
  const failed = new Promise<Error>((resolve) => socket?.once('error', resolve));
  socket?.connect(0);
  expect((await failed).cause).toMatchObject({
    message: expect.stringMatching(/127\.0\.0\.1:1: connect ECONNREFUSED.*127\.0\.0\.1:2: connect ECONNREFUSED/),
  });
});
