import { subjectOf } from '@parley/common/define-contract';
import { isReplayed } from '@parley/common/messages/replayed';
import { expect, test } from 'vitest';
import { describeBus } from './describe-bus.ts';
import {
  badOutput,
  big,
  context,
  directedEcho,
  echo,
  nobody,
  refuse,
  seen,
  slow,
  taken,
  wait,
} from './test-service.ts';

describeBus('a call', (bus) => {
  test('a thousand calls at once each get their own answer', async () => {
    const client = await bus.client();
    const texts = Array.from({ length: 1000 }, (_, index) => `text ${index} é \u{1f600}`);
    const answers = await Promise.all(texts.map((text) => client.call(echo, { text }, context)));
    expect(answers.map(({ text }) => text)).toEqual(texts);
  });

  test('an error keeps its code, message, provider, details and further members', async () => {
    const client = await bus.client();
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

  test('a bug, an undeclared code and an invalid output are internal_error and reveal nothing else', async () => {
    const client = await bus.client();
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

  test('a replayed answer is marked as replayed, an output and an error alike', async () => {
    const client = await bus.client();
    expect(await client.callWithMeta(echo, { text: 'again' }, context)).toMatchObject({ meta: { replayed: true } });
    expect((await client.callWithMeta(echo, { text: 'first' }, context)).meta).toEqual({});
    expect(isReplayed(await client.call(refuse, { how: 'replayed' }, context).catch((error: unknown) => error))).toBe(
      true,
    );
  });

  test('a call that takes longer than its deadline is service_unavailable with retry_after', async () => {
    const client = await bus.client();
    await expect(client.call(wait, { ms: 800 }, context)).rejects.toMatchObject({
      code: 'service_unavailable',
      extras: { retry_after: 1 },
    });
  });

  test('the caller’s own deadline ends a call before the contract’s does', async () => {
    const client = await bus.client();
    const patient = { ...slow, deadlineMs: 60_000 };
    const hurried = { ...context, deadlineAt: Date.now() + 200 };
    await expect(client.call(patient, { ms: 800 }, hurried)).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('a request whose deadline has passed gets an error, and is not run', async () => {
    const carrier = await bus.connect();
    const runsBefore = seen.runs;
    const late = { input: { text: 'late' }, context: { ...context, deadlineAt: Date.now() - 1 } };
    const answer: unknown = JSON.parse(await carrier.request(subjectOf(echo), JSON.stringify(late), 2000));
    expect(answer).toMatchObject({ ok: false, error: { error: 'service_unavailable', retry_after: 1 } });
    await expect(
      bus.clientOf(carrier).call(echo, { text: 'late' }, { ...context, deadlineAt: Date.now() - 1 }),
    ).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(seen.runs).toBe(runsBefore);
  });

  test('a message is carried as JSON: a copy, dates as text, undefined left out or null', async () => {
    const client = await bus.client();
    const at = new Date('2026-01-02T03:04:05.000Z');
    const items = [at, { gone: undefined, kept: null }, undefined, Number.NaN];
    expect(await client.call(taken, { items }, context)).toEqual({ items: [at.toJSON(), { kept: null }, null, null] });
    expect(items).toHaveLength(4);
  });

  test('a request or answer over the carrier’s limit is reported as that, and the service continues', async () => {
    const client = await bus.client();
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

  test('a missing service is service_unavailable at once, not after the deadline', async () => {
    const client = await bus.client();
    const answer = client.call({ ...nobody, deadlineMs: 60_000 }, {}, context).catch((error: unknown) => error);
    expect(await answer).toMatchObject({ code: 'service_unavailable' });
  });

  test.each([
    '{"input":',
    '[]',
    '{"input":{"text":"x"}}',
    '{"input":{"text":7},"context":{"requestId":"r","deadlineAt":9999999999999}}',
    '"\u0000"',
  ])('the malformed request %s gets an error, and the service continues', async (payload) => {
    const carrier = await bus.connect();
    const answer: unknown = JSON.parse(await carrier.request(subjectOf(echo), payload, 2000));
    expect(answer).toMatchObject({ ok: false, error: { error: expect.stringMatching(/^invalid_/) } });
    expect(await bus.clientOf(carrier).call(echo, { text: 'still here' }, context)).toMatchObject({
      text: 'still here',
    });
  });

  test('replicas share the calls, and each call runs once', async () => {
    await bus.start(1);
    const client = await bus.client();
    const runsBefore = seen.runs;
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.call(echo, { text: 'x' }, context)));
    expect(new Set(answers.map(({ replica }) => replica))).toEqual(new Set([0, 1]));
    expect(seen.runs - runsBefore).toBe(200);
  });

  test('a named worker receives every call to it, and a call to a missing worker reaches no other', async () => {
    await bus.start(1);
    const client = await bus.client();
    for (const replica of [1, 0, 1, 1, 0]) {
      const { output, meta } = await client.callAt(`worker-${replica}`, directedEcho, { text: 'x' }, context);
      expect({ output, meta }).toEqual({ output: { text: 'x', replica }, meta: {} });
    }
    expect((await client.callAt('worker-1', directedEcho, { text: 'again' }, context)).meta).toEqual({
      replayed: true,
    });
    expect(await client.call(directedEcho, { text: 'any' }, context)).toMatchObject({ text: 'any' });
    for (const call of [
      client.callAt('worker-9', directedEcho, { text: 'x' }, context),
      // The contract is not directed.
      client.callAt('worker-0', echo, { text: 'x' }, context),
    ])
      await expect(call).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('a service can be called as soon as it has started', async () => {
    const client = await bus.client();
    for (let round = 0; round < 20; round++) {
      await bus.stopServices();
      await bus.start(round);
      expect(await client.call(echo, { text: 'x' }, context)).toMatchObject({ replica: round });
    }
  });

  test('a stopping service completes the calls it has accepted: a hundred open calls lose nothing', async () => {
    const client = await bus.client();
    const calls = Array.from({ length: 100 }, () => client.call(slow, { ms: 200 }, context));
    await client.call(echo, { text: 'all are taken' }, context);
    const finishedBefore = seen.finished;
    await bus.stopServices();
    expect(seen.finished - finishedBefore).toBe(100);
    await Promise.all(calls);
    await expect(client.call(echo, { text: 'x' }, context)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
