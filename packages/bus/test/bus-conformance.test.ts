import { connect } from '@nats-io/transport-node';
import { Controller, Module } from '@nestjs/common';
import { makeBusClient } from '@parley/bus/bus-client';
import type { Carrier } from '@parley/bus/carrier';
import { Handles, HandlesStream } from '@parley/bus/handles';
import { makeInProcessCarrier } from '@parley/bus/in-process-carrier';
import { makeLogger } from '@parley/bus/logger';
import { connectNatsCarrier } from '@parley/bus/nats-carrier';
import { type RunningService, startService } from '@parley/bus/start-service';
import { asStream } from '@parley/bus/stream';
import { asReplayed, isReplayed, Replayed } from '@parley/bus/wire-message';
import { defineInternal, subjectOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { type NatsServer, startNatsServer } from '@parley/testing/nats-server';
import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

const logger = makeLogger({ level: 'silent', name: 'test' });
const context = { request_id: 'req_test' };

const contract = <I extends z.ZodObject, O extends z.ZodType>(name: string, input: I, output: O, deadlineMs = 5000) =>
  defineInternal({ service: 'accounts', name, input, output, errors: ['unknown_message', 'graph_error'], deadlineMs });
const echo = contract('echo', z.object({ text: z.string() }), z.object({ text: z.string(), replica: z.number() }));
const refuse = contract('refuse', z.object({ how: z.string() }), z.object({}));
const wait = contract('wait', z.object({ ms: z.number() }), z.object({ waited: z.number() }), 300);
const slow = contract('slow', z.object({ ms: z.number() }), z.object({}));
const badOutput = contract('bad-output', z.object({}), z.object({ n: z.number() }));
const big = contract('big', z.object({ characters: z.number() }), z.object({ text: z.string() }));
const taken = contract('taken', z.object({ items: z.array(z.unknown()) }), z.object({ items: z.array(z.unknown()) }));
const nobody = contract('nobody', z.object({}), z.object({}));
const file = asStream(
  contract('file', z.object({ bytes: z.number(), breakAt: z.number().optional() }), z.object({ bytes: z.number() })),
);

const noHead = asStream(contract('no-head', z.object({}), z.object({ bytes: z.number() })));
const noFile = asStream(contract('no-file', z.object({}), z.object({})));

let runs = 0;
let abandoned = 0;
let pulled = 0;
let sourceClosed = 0;
async function* source(bytes: number, breakAt: number | undefined): AsyncGenerator<Uint8Array> {
  try {
    for (let sent = 0; sent < bytes; sent += 65_536) {
      if (breakAt !== undefined && sent >= breakAt) throw new Error('the disk went away');
      pulled = sent + 65_536;
      yield Buffer.alloc(Math.min(65_536, bytes - sent), sent / 65_536);
    }
  } finally {
    sourceClosed++;
  }
}

const refusals: Record<string, () => never> = {
  declared: () => {
    throw new AppError('graph_error', {
      message: 'Meta said no',
      provider: { name: 'graph', status: 400, code: 131047, message: 'Meta said no', trace_id: 'T' },
    });
  },
  field: () => {
    throw invalidField('from', 'from names no account.');
  },
  body: () => {
    throw new AppError('unknown_message', { body: { templates: ['a'] } });
  },
  undeclared: () => {
    throw new AppError('slug_taken');
  },
  replayed: () => {
    throw asReplayed(new AppError('unknown_message'));
  },
  bug: () => {
    throw new TypeError('secret detail');
  },
};

function moduleOf(replica: number) {
  @Controller()
  class TestController {
    @Handles(echo)
    async echo({ text }: { text: string }) {
      runs++;
      return text === 'again' ? new Replayed({ text, replica }) : { text, replica };
    }
    @Handles(refuse)
    async refuse({ how }: { how: string }): Promise<Record<string, never>> {
      return refusals[how]?.() ?? {};
    }
    @Handles(wait)
    async wait({ ms }: { ms: number }) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return { waited: ms };
    }
    @Handles(slow)
    async slow({ ms }: { ms: number }) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return {};
    }
    @Handles(big)
    async big({ characters }: { characters: number }) {
      return { text: 'é'.repeat(characters) };
    }
    @Handles(taken)
    async taken({ items }: { items: unknown[] }) {
      const answer = { items: [...items] };
      items.length = 0;
      return answer;
    }
    @Handles(badOutput)
    async badOutput() {
      // safe: what a bug would return
      return { n: 'seven' } as unknown as { n: number };
    }
    @HandlesStream(file)
    async file({ bytes, breakAt }: { bytes: number; breakAt?: number | undefined }) {
      return { head: { bytes }, body: source(bytes, breakAt) };
    }
    @HandlesStream(noHead)
    async noHead() {
      // safe: what a bug would return
      const head = { bytes: 'many' } as unknown as { bytes: number };
      return { head, body: source(1, undefined), close: () => void abandoned++ };
    }
    @HandlesStream(noFile)
    async noFile(): Promise<never> {
      throw new AppError('unknown_message');
    }
  }
  @Module({ controllers: [TestController] })
  class TestModule {}
  return { module: TestModule };
}

let nats: NatsServer;
beforeAll(async () => {
  nats = await startNatsServer();
}, 180_000);
afterAll(() => nats.stop());

const CARRIERS: Record<string, (shared: Carrier[]) => Promise<Carrier>> = {
  NATS: () => connectNatsCarrier({ url: nats.url, name: 'test', logger }),
  // One process has one carrier: every part shares it.
  'in-process': async (shared) => shared[0] ?? makeInProcessCarrier(),
};

describe.each(Object.keys(CARRIERS))('the bus over %s', (kind) => {
  let carriers: Carrier[];
  let services: RunningService[];
  const connect = async (): Promise<Carrier> => {
    const carrier = await (CARRIERS[kind] ?? CARRIERS.NATS)?.(carriers);
    if (!carrier) throw new Error('unreachable');
    carriers.push(carrier);
    return carrier;
  };
  const start = async (replica: number): Promise<void> => {
    services.push(
      await startService({ module: moduleOf(replica), name: 'accounts', carrier: await connect(), logger }),
    );
  };
  const clientOf = (carrier: Carrier) => makeBusClient(carrier, { logger });

  beforeEach(async () => {
    carriers = [];
    services = [];
    await start(0);
  });
  afterEach(async () => {
    await Promise.all(services.map((service) => service.close()));
    await Promise.all(carriers.map((carrier) => carrier.close()));
  });

  test('a thousand calls at once each get their own answer', async () => {
    const client = clientOf(await connect());
    const texts = Array.from({ length: 1000 }, (_, index) => `text ${index} é \u{1f600}`);
    const answers = await Promise.all(texts.map((text) => client.call(echo, { text }, context)));
    expect(answers.map(({ text }) => text)).toEqual(texts);
  });

  test('an error keeps its code, message, provider, details and further members', async () => {
    const client = clientOf(await connect());
    await expect(client.call(refuse, { how: 'declared' }, context)).rejects.toMatchObject({
      code: 'graph_error',
      message: 'Meta said no',
      extras: { provider: { name: 'graph', code: 131047, message: 'Meta said no', trace_id: 'T' } },
    });
    await expect(client.call(refuse, { how: 'field' }, context)).rejects.toMatchObject({
      code: 'invalid_from',
      extras: { details: [{ field: 'from' }] },
    });
    await expect(client.call(refuse, { how: 'body' }, context)).rejects.toMatchObject({
      code: 'unknown_message',
      extras: { body: { templates: ['a'] } },
    });
  });

  test('a bug, an undeclared code and an output that breaks the contract are internal_error and tell nothing else', async () => {
    const client = clientOf(await connect());
    for (const call of [
      client.call(refuse, { how: 'bug' }, context),
      client.call(refuse, { how: 'undeclared' }, context),
      client.call(badOutput, {}, context),
    ]) {
      const error: unknown = await call.catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code: 'internal_error' });
      expect(JSON.stringify(error)).not.toContain('secret detail');
    }
  });

  test('an answer that is told again is marked as replayed, an output and an error alike', async () => {
    const client = clientOf(await connect());
    expect(await client.callWithMeta(echo, { text: 'again' }, context)).toMatchObject({ meta: { replayed: true } });
    expect((await client.callWithMeta(echo, { text: 'first' }, context)).meta).toEqual({});
    expect(isReplayed(await client.call(refuse, { how: 'replayed' }, context).catch((error: unknown) => error))).toBe(
      true,
    );
  });

  test('a call that takes longer than its deadline is service_unavailable with retry_after', async () => {
    const client = clientOf(await connect());
    await expect(client.call(wait, { ms: 800 }, context)).rejects.toMatchObject({
      code: 'service_unavailable',
      extras: { retry_after: 1 },
    });
  });

  test('the caller’s own deadline ends a call before the contract’s does', async () => {
    const client = clientOf(await connect());
    const patient = { ...slow, deadlineMs: 60_000 };
    const hurried = { ...context, deadline_at: Date.now() + 200 };
    await expect(client.call(patient, { ms: 800 }, hurried)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('a request whose deadline has passed is answered, and not run', async () => {
    const carrier = await connect();
    const runsBefore = runs;
    const late = { input: { text: 'late' }, context: { ...context, deadline_at: Date.now() - 1 } };
    const answer: unknown = JSON.parse(await carrier.request(subjectOf(echo), JSON.stringify(late), 2000));
    expect(answer).toMatchObject({ ok: false, error: { error: 'service_unavailable', retry_after: 1 } });
    await expect(
      clientOf(carrier).call(echo, { text: 'late' }, { ...context, deadline_at: Date.now() - 1 }),
    ).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(runs).toBe(runsBefore);
  });

  test('what is carried is JSON: a copy, dates as text, undefined left out or null', async () => {
    const client = clientOf(await connect());
    const at = new Date('2026-01-02T03:04:05.000Z');
    const items = [at, { gone: undefined, kept: null }, undefined, Number.NaN];
    expect(await client.call(taken, { items }, context)).toEqual({ items: [at.toJSON(), { kept: null }, null, null] });
    expect(items).toHaveLength(4);
  });

  test('a request and an answer over the carrier’s limit are told as such, and the service goes on', async () => {
    const client = clientOf(await connect());
    const text = 'é'.repeat(4.5 * 1024 * 1024);
    await expect(client.call(echo, { text }, context)).rejects.toMatchObject({
      code: 'payload_too_large',
      message: expect.stringContaining('max_payload'),
    });
    await expect(client.call(big, { characters: text.length }, context)).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('too large'),
    });
    expect((await client.call(big, { characters: 1_500_000 }, context)).text).toHaveLength(1_500_000);
  });

  test('a service that is not there is service_unavailable at once, not after the deadline', async () => {
    const client = clientOf(await connect());
    const answer = client.call({ ...nobody, deadlineMs: 60_000 }, {}, context).catch((error: unknown) => error);
    expect(await answer).toMatchObject({ code: 'service_unavailable' });
  });

  test.each([
    '{"input":',
    '[]',
    '{"input":{"text":"x"}}',
    '{"input":{"text":7},"context":{"request_id":"r","deadline_at":9999999999999}}',
    '"\u0000"',
  ])('the malformed request %s is answered, and the service goes on', async (payload) => {
    const carrier = await connect();
    const answer: unknown = JSON.parse(await carrier.request(subjectOf(echo), payload, 2000));
    expect(answer).toMatchObject({ ok: false, error: { error: expect.stringMatching(/^invalid_/) } });
    expect(await clientOf(carrier).call(echo, { text: 'still here' }, context)).toMatchObject({ text: 'still here' });
  });

  test('replicas share the calls, and each call runs once', async () => {
    await start(1);
    const client = clientOf(await connect());
    const runsBefore = runs;
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.call(echo, { text: 'x' }, context)));
    expect(new Set(answers.map(({ replica }) => replica))).toEqual(new Set([0, 1]));
    expect(runs - runsBefore).toBe(200);
  });

  test('a service can be called as soon as it has started', async () => {
    const client = clientOf(await connect());
    for (let round = 0; round < 20; round++) {
      await Promise.all(services.splice(0).map((service) => service.close()));
      await start(round);
      expect(await client.call(echo, { text: 'x' }, context)).toMatchObject({ replica: round });
    }
  });

  test('a service that stops answers what it has taken: a hundred calls under way lose nothing', async () => {
    const client = clientOf(await connect());
    const calls = Array.from({ length: 100 }, () => client.call(slow, { ms: 200 }, context));
    await client.call(echo, { text: 'all are taken' }, context);
    const [stopping] = services;
    await Promise.all([stopping?.close(), ...calls]);
    await expect(client.call(echo, { text: 'x' }, context)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('a hint reaches every subscriber; a malformed one is dropped', async () => {
    const hint = { topic: 'hint.test', schema: z.object({ n: z.number() }) };
    const heard: string[] = [];
    for (const name of ['a', 'b']) clientOf(await connect()).onHint(hint, ({ n }) => heard.push(`${name}${n}`));
    const carrier = await connect();
    await clientOf(carrier).call(echo, { text: 'subscriptions are in place' }, context);
    await pollUntil(
      () => {
        carrier.publish(hint.topic, '{"n":"seven"}');
        carrier.publish(hint.topic, 'not json');
        clientOf(carrier).publishHint(hint, { n: 7 });
        return heard.includes('a7') && heard.includes('b7') ? true : null;
      },
      { deadlineMs: 5000, what: () => 'both to hear' },
    );
    expect(new Set(heard)).toEqual(new Set(['a7', 'b7']));
  });

  test('subscribers of one queue share its hints, beside those that hear every hint', async () => {
    const hint = { topic: 'hint.shared', schema: z.object({ n: z.number() }) };
    const shared: number[] = [];
    const every: number[] = [];
    const connections = [await connect(), await connect()];
    for (const carrier of connections) {
      clientOf(carrier).onHint(hint, ({ n }) => shared.push(n), { queue: 'workers' });
      clientOf(carrier).onHint(hint, ({ n }) => every.push(n));
      await carrier.flush();
    }
    const publisher = clientOf(await connect());
    for (let n = 0; n < 50; n++) publisher.publishHint(hint, { n });
    await pollUntil(() => (every.length >= 100 && shared.length >= 50 ? true : null), {
      deadlineMs: 5000,
      what: () => 'every hint to be heard',
    });
    expect(shared.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(every).toHaveLength(100);
  });

  test('a hint’s handler that fails hears the next one', async () => {
    const hint = { topic: 'hint.failing', schema: z.object({ n: z.number() }) };
    const heard: number[] = [];
    const carrier = await connect();
    clientOf(carrier).onHint(hint, ({ n }) => {
      heard.push(n);
      if (n === 1) throw new Error('the first fails');
      if (n === 2) return Promise.reject(new Error('the second fails later'));
    });
    await carrier.flush();
    for (const n of [1, 2, 3]) clientOf(carrier).publishHint(hint, { n });
    await pollUntil(() => (heard.length === 3 ? true : null), { deadlineMs: 5000, what: () => 'three hints' });
  });

  test('a subscriber that has drained hears nothing more', async () => {
    const hint = { topic: 'hint.drained', schema: z.object({ n: z.number() }) };
    const heard: string[] = [];
    const carrier = await connect();
    const leaving = clientOf(carrier).onHint(hint, ({ n }) => heard.push(`leaving ${n}`));
    clientOf(carrier).onHint(hint, ({ n }) => heard.push(`staying ${n}`));
    await leaving.drain();
    clientOf(carrier).publishHint(hint, { n: 1 });
    await pollUntil(() => (heard.length > 0 ? true : null), { deadlineMs: 5000, what: () => 'the one that stays' });
    expect(heard).toEqual(['staying 1']);
  });

  test('a stream that is refused, or has a wrong head, is an error before any byte, and its source is closed', async () => {
    const client = clientOf(await connect());
    await expect(client.stream(noFile, {}, context)).rejects.toMatchObject({ code: 'unknown_message' });
    const before = abandoned;
    await expect(client.stream(noHead, {}, context)).rejects.toMatchObject({ code: 'internal_error' });
    expect(abandoned).toBe(before + 1);
  });

  test('a slow reader holds the source back', async () => {
    const client = clientOf(await connect());
    const answer = await client.stream(file, { bytes: 50 * 1024 * 1024 }, context);
    const reader = answer.body[Symbol.asyncIterator]();
    for (let read = 0; read < 3; read++) await reader.next();
    // As much time as a thousand calls take is more than enough for a source that nothing holds back.
    await Promise.all(Array.from({ length: 1000 }, () => client.call(echo, { text: 'x' }, context)));
    expect(pulled).toBeLessThan(2 * 1024 * 1024);
    answer.cancel();
  });

  test('a service that stops brings the streams under way to their end', async () => {
    const client = clientOf(await connect());
    const bytes = 3 * 1024 * 1024;
    const answer = await client.stream(file, { bytes }, context);
    const stopping = services.splice(0).map((service) => service.close());
    let received = 0;
    for await (const part of answer.body) received += part.length;
    expect(received).toBe(bytes);
    await Promise.all(stopping);
  });

  test('a stream of 5 MB arrives byte for byte after its head', async () => {
    const client = clientOf(await connect());
    const bytes = 5 * 1024 * 1024 + 17;
    const answer = await client.stream(file, { bytes }, context);
    expect(answer.head).toEqual({ bytes });
    const parts: Uint8Array[] = [];
    for await (const part of answer.body) parts.push(part);
    const expected: Uint8Array[] = [];
    for await (const part of source(bytes, undefined)) expected.push(part);
    expect(Buffer.concat(parts).equals(Buffer.concat(expected))).toBe(true);
  });

  test('a reader that stops early stops the source, which was never far ahead', async () => {
    const client = clientOf(await connect());
    const answer = await client.stream(file, { bytes: 50 * 1024 * 1024 }, context);
    const closedBefore = sourceClosed;
    for await (const _ of answer.body) break;
    await pollUntil(() => (sourceClosed > closedBefore ? true : null), {
      deadlineMs: 5000,
      what: () => 'the source to be closed',
    });
    expect(pulled).toBeLessThan(2 * 1024 * 1024);
  });

  test('a source that breaks off makes the reading fail', async () => {
    const client = clientOf(await connect());
    const answer = await client.stream(file, { bytes: 1_000_000, breakAt: 500_000 }, context);
    const read = async () => {
      for await (const _ of answer.body);
    };
    await expect(read()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

describe('the bus over NATS alone', () => {
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
});
