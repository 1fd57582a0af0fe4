import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeBus } from './describe-bus.ts';
import { context, echo, file, noFile, noHead, seen, source } from './test-service.ts';

describeBus('hints and streams', (bus) => {
  test('a hint reaches every subscriber; a malformed one is dropped', async () => {
    const hint = { topic: 'hint.test', schema: z.object({ n: z.number() }) };
    const received: string[] = [];
    for (const name of ['a', 'b']) (await bus.client()).onHint(hint, ({ n }) => received.push(`${name}${n}`));
    const carrier = await bus.connect();
    await bus.clientOf(carrier).call(echo, { text: 'subscriptions are in place' }, context);
    await pollUntil(
      () => {
        carrier.publish(hint.topic, '{"n":"seven"}');
        carrier.publish(hint.topic, 'not json');
        bus.clientOf(carrier).publishHint(hint, { n: 7 });
        return received.includes('a7') && received.includes('b7') ? true : null;
      },
      { what: () => 'both subscribers' },
    );
    expect(new Set(received)).toEqual(new Set(['a7', 'b7']));
  });

  test('subscribers of one queue share its hints, and the others get every hint', async () => {
    const hint = { topic: 'hint.shared', schema: z.object({ n: z.number() }) };
    const shared: number[] = [];
    const every: number[] = [];
    const connections = [await bus.connect(), await bus.connect()];
    for (const carrier of connections) {
      bus.clientOf(carrier).onHint(hint, ({ n }) => shared.push(n), { queue: 'workers' });
      bus.clientOf(carrier).onHint(hint, ({ n }) => every.push(n));
      await carrier.flush();
    }
    const publisher = await bus.client();
    for (let n = 0; n < 50; n++) publisher.publishHint(hint, { n });
    await pollUntil(() => (every.length >= 100 && shared.length >= 50 ? true : null), {
      what: () => 'every hint',
    });
    expect(shared.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(every).toHaveLength(100);
  });

  test('a failed handler gets the next hint', async () => {
    const hint = { topic: 'hint.failing', schema: z.object({ n: z.number() }) };
    const received: number[] = [];
    const carrier = await bus.connect();
    bus.clientOf(carrier).onHint(hint, ({ n }) => {
      received.push(n);
      if (n === 1) throw new Error('the first fails');
      if (n === 2) return Promise.reject(new Error('the second fails later'));
    });
    await carrier.flush();
    for (const n of [1, 2, 3]) bus.clientOf(carrier).publishHint(hint, { n });
    await pollUntil(() => (received.length === 3 ? true : null), { what: () => 'three hints' });
  });

  test('a drained subscriber gets no more hints', async () => {
    const hint = { topic: 'hint.drained', schema: z.object({ n: z.number() }) };
    const received: string[] = [];
    const carrier = await bus.connect();
    const leaving = bus.clientOf(carrier).onHint(hint, ({ n }) => received.push(`leaving ${n}`));
    bus.clientOf(carrier).onHint(hint, ({ n }) => received.push(`staying ${n}`));
    await leaving.drain();
    bus.clientOf(carrier).publishHint(hint, { n: 1 });
    await pollUntil(() => (received.length > 0 ? true : null), {
      what: () => 'the one that stays',
    });
    expect(received).toEqual(['staying 1']);
  });

  test('a stream that is refused, or has a wrong head, is an error before any byte, and its source is closed', async () => {
    const client = await bus.client();
    await expect(client.stream(noFile, {}, context)).rejects.toMatchObject({ code: 'unknown_message' });
    const before = seen.abandoned;
    await expect(client.stream(noHead, {}, context)).rejects.toMatchObject({ code: 'internal_error' });
    expect(seen.abandoned).toBe(before + 1);
  });

  test('a slow reader slows the source down', async () => {
    const client = await bus.client();
    const answer = await client.stream(file, { bytes: 50 * 1024 * 1024 }, context);
    const reader = answer.body[Symbol.asyncIterator]();
    for (let read = 0; read < 3; read++) await reader.next();
    // A thousand calls take long enough for a source without backpressure to finish.
    await Promise.all(Array.from({ length: 1000 }, () => client.call(echo, { text: 'x' }, context)));
    expect(seen.pulled).toBeLessThan(2 * 1024 * 1024);
    answer.cancel();
  });

  test('a stopping service completes the running streams', async () => {
    const client = await bus.client();
    const bytes = 3 * 1024 * 1024;
    const answer = await client.stream(file, { bytes }, context);
    let stopped = false;
    const stopping = bus.stopServices().then(() => {
      stopped = true;
    });
    let received = 0;
    for await (const part of answer.body) {
      // Near the end its reader may hold bytes that the service has already sent.
      if (received < bytes / 2) expect(stopped).toBe(false);
      received += part.length;
    }
    expect(received).toBe(bytes);
    await stopping;
  });

  test('a stream of 5 MB arrives byte for byte after its head', async () => {
    const client = await bus.client();
    const bytes = 5 * 1024 * 1024 + 17;
    const answer = await client.stream(file, { bytes }, context);
    expect(answer.head).toEqual({ bytes });
    const parts: Uint8Array[] = [];
    for await (const part of answer.body) parts.push(part);
    const expected: Uint8Array[] = [];
    for await (const part of source(bytes, undefined)) expected.push(part);
    expect(Buffer.concat(parts).equals(Buffer.concat(expected))).toBe(true);
  });

  test('a reader that stops early stops the source, which never reads far ahead', async () => {
    const client = await bus.client();
    const answer = await client.stream(file, { bytes: 50 * 1024 * 1024 }, context);
    const closedBefore = seen.sourceClosed;
    for await (const _ of answer.body) break;
    await pollUntil(() => (seen.sourceClosed > closedBefore ? true : null), {
      what: () => 'the source to be closed',
    });
    expect(seen.pulled).toBeLessThan(2 * 1024 * 1024);
  });

  test('the reader of a source that breaks off fails', async () => {
    const client = await bus.client();
    const answer = await client.stream(file, { bytes: 1_000_000, breakAt: 500_000 }, context);
    const read = async () => {
      for await (const _ of answer.body);
    };
    await expect(read()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
