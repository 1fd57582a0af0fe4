import { refused, type SendOutcome } from '@parley/providers/send-outcome';
import { expect, test } from 'vitest';
import type { MessageToSend } from '../domain/channel-sender.ts';
import { handOver } from './hand-over.ts';

const message: MessageToSend = {
  to: '1',
  text: 'x',
  media: null,
  template: null,
  file: null,
  threadId: null,
  commentId: null,
};
const provider = { name: 'graph', status: 503, code: 2, message: 'busy' } as const;
const busy = refused(provider, { safeToRetry: true, retryAfterMs: 0 });
const accepted: SendOutcome = { kind: 'accepted', providerMessageId: 'w', recipientAlias: null };

/** A sender that answers these in order, and the time limits it was given. */
function script(...outcomes: SendOutcome[]) {
  const limits: number[] = [];
  const run = (deadline: number) =>
    handOver(
      {
        async send(_account, _message, _id, timeoutMs) {
          limits.push(timeoutMs);
          const outcome = outcomes[limits.length - 1];
          if (!outcome) throw new Error('One call too many.');
          return outcome;
        },
      },
      { id: 1, tenantId: 1, externalId: 'a', credentials: {} },
      message,
      '1',
      deadline,
    );
  return { limits, run };
}

const soon = (): number => Date.now() + 5000;

test('an unknown outcome is never tried again', async () => {
  const unknown: SendOutcome = { kind: 'unknown', provider };
  expect(await script(unknown).run(soon())).toBe(unknown);
});

test('a refusal that may not be repeated is the answer at once', async () => {
  const final = refused(provider);
  expect(await script(final).run(soon())).toBe(final);
});

test('a refusal that certainly sent nothing is tried again, at most twice', async () => {
  expect(await script(busy, busy, accepted).run(soon())).toBe(accepted);
  expect(await script(busy, busy, busy).run(soon())).toBe(busy);
});

test('a wait that ends after the deadline is not waited', async () => {
  const later = refused(provider, { safeToRetry: true, retryAfterMs: 10_000 });
  expect(await script(later).run(soon())).toBe(later);
});

test('every try gets only the time that is left', async () => {
  const { limits, run } = script(refused(provider, { safeToRetry: true, retryAfterMs: 30 }), accepted);
  await run(soon());
  expect(limits[1]).toBeLessThan(limits[0] ?? 0);
});
