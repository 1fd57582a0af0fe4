import { expect, test } from 'vitest';
import { refused, type SendOutcome } from '../sent/send-outcome.ts';
import { renewOnce } from './renew-once.ts';

const provider = { name: 'tiktok', status: 200, code: 40102, message: 'expired' } as const;
const expired = refused(provider);
const accepted: SendOutcome = { kind: 'accepted', providerMessageId: 'm', recipientAlias: null };

/** A call that succeeds only with these tokens; returns the tokens of its attempts. */
async function run(good: readonly string[], renewed: string | null, withinMs = 5000) {
  const used: string[] = [];
  const outcome = await renewOnce<SendOutcome>({
    token: 'old',
    untilMs: Date.now() + withinMs,
    call: async (token) => {
      used.push(token);
      return good.includes(token) ? accepted : expired;
    },
    renew: async () => renewed,
  });
  return { outcome, used };
}

test('a token that works is used once', async () => {
  expect(await run(['old'], 'new')).toEqual({ outcome: accepted, used: ['old'] });
});

test('when the token has expired the call is repeated with another one', async () => {
  expect(await run(['new'], 'new')).toEqual({ outcome: accepted, used: ['old', 'new'] });
});

test('repeats the call only once: the refusal of the second token is the answer', async () => {
  expect(await run([], 'new')).toEqual({ outcome: expired, used: ['old', 'new'] });
});

test.for([
  ['there is no other token', null, 5000],
  ['no time is left', 'new', -1],
] as const)('the refusal is the answer when %s', async ([, renewed, withinMs]) => {
  expect(await run(['new'], renewed, withinMs)).toEqual({ outcome: expired, used: ['old'] });
});

test('does not repeat a call that is refused for another reason', async () => {
  const other = refused({ ...provider, code: 40002 });
  const call = async () => other;
  const renew = async () => 'new';
  expect(await renewOnce<SendOutcome>({ token: 'old', untilMs: Date.now() + 5000, call, renew })).toBe(other);
});
