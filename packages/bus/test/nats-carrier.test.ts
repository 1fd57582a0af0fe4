import { connect } from '@nats-io/transport-node';
import { makeBusClient } from '@parley/bus/bus-client';
import { connectNatsCarrier } from '@parley/bus/nats-carrier';
import { startService } from '@parley/bus/start-service';
import { subjectOf } from '@parley/common/define-contract';
import { type NatsServer, startNatsServer } from '@parley/testing/nats-server';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { context, echo, logger, moduleOf } from './test-service.ts';

let nats: NatsServer;
beforeAll(async () => {
  nats = await startNatsServer();
}, 180_000);
afterAll(() => nats.stop());

test('after NATS is killed calls fail at once as unavailable, and work again once it is back', async () => {
  const server = await startNatsServer();
  const carrier = await connectNatsCarrier({ url: server.url, name: 'service', logger });
  const other = await connectNatsCarrier({ url: server.url, name: 'caller', logger });
  const service = await startService({ module: moduleOf(0), name: 'accounts', carrier, logger });
  const client = makeBusClient(other, { logger });
  expect(await client.call(echo, { text: 'before' }, context)).toMatchObject({ text: 'before' });
  await server.kill();
  await pollUntil(() => (client.isConnected() ? null : true), {
    deadlineMs: 5000,
    what: () => 'the loss to be noticed',
  });
  await expect(client.call(echo, { text: 'during' }, context)).rejects.toMatchObject({ code: 'service_unavailable' });
  await server.restart();
  const after = await pollUntil(() => client.call(echo, { text: 'after' }, context).catch(() => null), {
    deadlineMs: 10_000,
    what: () => 'the bus to work again',
  });
  expect(after).toMatchObject({ text: 'after' });
  await service.close();
  await Promise.all([carrier.close(), other.close()]);
  await server.stop();
});

test('bytes that are no text, and no bytes at all, are answered', async () => {
  const carrier = await connectNatsCarrier({ url: nats.url, name: 'test', logger });
  const service = await startService({ module: moduleOf(0), name: 'accounts', carrier, logger });
  const raw = await connect({ servers: nats.url });
  for (const body of [new Uint8Array([0xff, 0xfe, 0x00]), new Uint8Array(0), undefined]) {
    const answer = await raw.request(subjectOf(echo), body, { timeout: 2000 });
    expect(answer.json()).toMatchObject({ ok: false, error: { error: 'invalid_json' } });
  }
  await raw.close();
  await service.close();
  await carrier.close();
});
