import { expect, test } from 'vitest';
import type { HealthSignal } from '../devices/device-network.rules.ts';
import { makeAskLimits } from './ask-limits.client.ts';
import { makeLimits } from './limits.client.ts';

// A network that refuses the undocumented queries, or answers something else: the emulated one answers both.
const refuse = () => Promise.reject(new Error('GraphQL server error'));
const asks = async (timelock: () => Promise<unknown>, capping: () => Promise<unknown>) => {
  const heard: HealthSignal[] = [];
  const sock = {
    fetchAccountReachoutTimelock: timelock,
    fetchNewChatMessageCap: capping,
  } as Parameters<typeof makeAskLimits>[0]['sock']; // safe: only these are used
  const ask = makeAskLimits({ sock, limits: makeLimits(), onHealth: (signal) => void heard.push(signal) });
  return { isAnswered: await ask(Date.now() + 1000), heard };
};

test('a network that refuses both queries leaves what is known', async () => {
  expect(await asks(refuse, refuse)).toEqual({ isAnswered: false, heard: [] });
});

test('an answer that has no status is none', async () => {
  expect(await asks(refuse, async () => ({ total_quota: 3 }))).toEqual({ isAnswered: false, heard: [] });
});

test('one of both is enough', async () => {
  expect(await asks(async () => ({}), refuse)).toEqual({ isAnswered: true, heard: [] });
  const capped = await asks(refuse, async () => ({ capping_status: 'CAPPED' }));
  expect(capped).toMatchObject({ isAnswered: true, heard: [{ kind: 'capping', isActive: true, detail: 'CAPPED' }] });
});
