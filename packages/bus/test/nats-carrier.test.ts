import { createServer, type Socket } from 'node:net';
import { connect } from '@nats-io/transport-node';
import { makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carriers/carrier';
import { connectNatsCarrier } from '@parley/bus/carriers/nats-carrier';
import { startService } from '@parley/bus/process/start-service';
import { subjectOf } from '@parley/common/define-contract';
import { pollUntil } from '@parley/testing/poll-until';
import { type NatsServer, startNatsServer } from '@parley/testing/servers/nats-server';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { context, echo, moduleOf } from './test-service.ts';

let nats: NatsServer;
beforeAll(async () => {
  nats = await startNatsServer();
}, 180_000);
afterAll(() => nats.stop());

test('after NATS is killed calls fail at once as unavailable, and work again once it is back', async () => {
  const server = await startNatsServer();
  const carrier = await connectNatsCarrier({ url: server.url, name: 'service', logger: silentLogger });
  const other = await connectNatsCarrier({ url: server.url, name: 'caller', logger: silentLogger });
  const service = await startService({ module: moduleOf(0), name: 'accounts', carrier, logger: silentLogger });
  const client = makeBusClient(other, { logger: silentLogger });
  expect(await client.call(echo, { text: 'before' }, context)).toMatchObject({ text: 'before' });
  await server.kill();
  await pollUntil(() => (client.isConnected() ? null : true), {
    what: () => 'the loss to be noticed',
  });
  await expect(client.call(echo, { text: 'during' }, context)).rejects.toMatchObject({ code: 'service_unavailable' });
  await server.restart();
  const after = await pollUntil(() => client.call(echo, { text: 'after' }, context).catch(() => null), {
    what: () => 'the bus to work again',
  });
  expect(after).toMatchObject({ text: 'after' });
  await service.close();
  await Promise.all([carrier.close(), other.close()]);
  await server.stop();
});

const untilDisconnected = (...carriers: Carrier[]): Promise<true> =>
  pollUntil(() => carriers.every((carrier) => !carrier.isConnected()) || null, {
    what: () => 'the loss to be noticed',
  });

/** Two connections to a new server, and a responder whose answers the test releases. */
async function openHeld(lostAfterMs?: number) {
  const server = await startNatsServer();
  const given = lostAfterMs === undefined ? {} : { lostAfterMs };
  const asker = await connectNatsCarrier({ url: server.url, name: 'asker', logger: silentLogger, ...given });
  const responder = await connectNatsCarrier({ url: server.url, name: 'responder', logger: silentLogger, ...given });
  let answer = (_text: string): void => {};
  const taken = new Promise<void>((reportTaken) => {
    responder.serve('rpc.held', 'held', () => {
      reportTaken();
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
  });
  await responder.flush();
  return {
    server,
    asker,
    responder,
    taken,
    answer: (text: string) => answer(text),
    async close() {
      await Promise.all([asker.close(), responder.close()]);
      await server.stop();
    },
  };
}

const DEADLINE_MS = 600_000;

test('a request during an outage is reported as lost, before its caller’s deadline', async () => {
  const held = await openHeld();
  const asked = held.asker.request('rpc.held', 'x', DEADLINE_MS);
  await held.taken;
  await Promise.all([held.server.restart(), expect(asked).rejects.toMatchObject({ reason: 'timeout' })]);
  await held.close();
});

test('an answer that is ready during an outage reaches its caller afterwards', async () => {
  const held = await openHeld(60_000);
  const asked = held.asker.request('rpc.held', 'x', DEADLINE_MS);
  await held.taken;
  await held.server.kill();
  await untilDisconnected(held.asker, held.responder);
  held.answer('made meanwhile');
  await held.server.restart();
  expect(await asked).toBe('made meanwhile');
  await held.close();
});

test('a server that accepts connections and stays silent is dropped, and the next one is used', async () => {
  const { server, asker, responder, close } = await openHeld();
  await server.kill();
  const dialled: Socket[] = [];
  const silent = createServer((socket) => void dialled.push(socket)).listen(server.port, '127.0.0.1');
  await pollUntil(() => dialled.length >= 2 || null, { what: () => 'both to dial' });
  silent.close();
  await server.restart();
  await pollUntil(() => (asker.isConnected() && responder.isConnected()) || null, {
    what: () => 'both to find the server',
  });
  for (const socket of dialled) socket.destroy();
  await close();
});

test('invalid UTF-8 and empty messages get an error', async () => {
  const carrier = await connectNatsCarrier({ url: nats.url, name: 'test', logger: silentLogger });
  const service = await startService({ module: moduleOf(0), name: 'accounts', carrier, logger: silentLogger });
  const raw = await connect({ servers: nats.url });
  for (const body of [new Uint8Array([0xff, 0xfe, 0x00]), new Uint8Array(0), undefined]) {
    const answer = await raw.request(subjectOf(echo), body, { timeout: 2000 });
    expect(answer.json()).toMatchObject({ ok: false, error: { error: 'invalid_json' } });
  }
  await raw.close();
  await service.close();
  await carrier.close();
});
