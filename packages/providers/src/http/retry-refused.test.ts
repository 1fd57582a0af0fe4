import { describe, expect, test } from 'vitest';
import { type ReadResult, refused, type SendOutcome } from '../sent/send-outcome.ts';
import { retryRefused } from './retry-refused.ts';

const provider = { name: 'graph', status: 503, code: 2, message: 'busy' } as const;
const busy = refused(provider, { safeToRetry: true, retryAfterMs: 0 });
const patient = refused(provider, { safeToRetry: true, retryAfterMs: 10_000 });
const accepted: SendOutcome = { kind: 'accepted', providerMessageId: 'w', recipientAlias: null };
const soon = (): number => Date.now() + 5000;

/** A call that returns these results in order; an extra call fails. */
function script<R>(...results: R[]): () => Promise<R> {
  const left = [...results];
  return async () => {
    const next = left.shift();
    if (next === undefined) throw new Error('One call too many.');
    return next;
  };
}

describe('a send', () => {
  test('of unknown outcome is never retried', async () => {
    const unknown: SendOutcome = { kind: 'unknown', provider };
    expect(await retryRefused(script<SendOutcome>(unknown), soon())).toBe(unknown);
  });

  test('that is refused permanently returns at once', async () => {
    const final = refused(provider);
    expect(await retryRefused(script<SendOutcome>(final), soon())).toBe(final);
  });

  test('that was certainly not carried out is retried, at most twice', async () => {
    expect(await retryRefused(script<SendOutcome>(busy, busy, accepted), soon())).toBe(accepted);
    expect(await retryRefused(script<SendOutcome>(busy, busy, busy), soon())).toBe(busy);
  });

  test('whose pause ends after the deadline is not waited for', async () => {
    expect(await retryRefused(script<SendOutcome>(patient), soon())).toBe(patient);
  });
});

test('every attempt gets only the remaining time', async () => {
  const limits: number[] = [];
  const next = script<SendOutcome>(refused(provider, { safeToRetry: true, retryAfterMs: 30 }), accepted);
  await retryRefused((leftMs) => {
    limits.push(leftMs);
    return next();
  }, soon());
  expect(limits[1]).toBeLessThan(limits[0] ?? 0);
});

describe('a call without a deadline', () => {
  const failed = (failure: typeof busy): ReadResult<string> => ({ ok: false, failure });
  const ok: ReadResult<string> = { ok: true, value: 'x' };

  test('that was certainly not carried out is retried, at most twice', async () => {
    expect(await retryRefused(script(failed(busy), failed(busy), ok))).toBe(ok);
    expect(await retryRefused(script(failed(busy), failed(busy), failed(busy)))).toEqual(failed(busy));
  });

  test('whose provider asks for a delay of more than 3 s is not retried', async () => {
    expect(await retryRefused(script(failed(patient)))).toEqual(failed(patient));
  });
});
