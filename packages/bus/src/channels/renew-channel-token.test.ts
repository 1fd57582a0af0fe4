import { AppError } from '@parley/common/errors';
import { expect, test } from 'vitest';
import type { BusClient } from '../bus-client.ts';
import { renewChannelToken } from './renew-channel-token.ts';

/** An account with these tokens, one after another, and a channel-connect that advances to the next. */
function account(stored: (string | null)[], refuses?: AppError) {
  let asked = 0;
  const bus = {
    call: async () => {
      asked++;
      if (refuses) throw refuses;
      stored.shift();
      return { refreshed: true };
    },
    // safe: the one method that is used, for the one contract that is called
  } as Pick<BusClient, 'call'>;
  const renew = () => {
    const readStored = async () => stored[0] ?? null;
    return renewChannelToken(bus, { tenantId: 1, externalId: 'o', used: 'old', readStored }, Date.now() + 5000);
  };
  return { renew, asked: () => asked };
}

test('uses a token that was stored in the meantime, without calling channel-connect', async () => {
  const { renew, asked } = account(['new']);
  expect([await renew(), asked()]).toEqual(['new', 0]);
});

test('otherwise calls channel-connect, and uses the token that it stored', async () => {
  const { renew, asked } = account(['old', 'new']);
  expect([await renew(), asked()]).toEqual(['new', 1]);
});

test.for([
  ['is still the one that was refused', ['old', 'old']],
  ['is gone with its account', ['old', null]],
] as const)('there is no other token when the stored one %s', async ([, stored]) => {
  expect(await account([...stored]).renew()).toBeNull();
});

test('throws the refusal of channel-connect', async () => {
  const { renew } = account(['old'], new AppError('provider_timeout'));
  await expect(renew()).rejects.toMatchObject({ code: 'provider_timeout' });
});
