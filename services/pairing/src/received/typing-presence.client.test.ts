import { expect, test } from 'vitest';
import { makeTypingPresence } from './typing-presence.client.ts';

function open() {
  const shown: string[] = [];
  const state = { fails: false, canShow: true };
  const presence = makeTypingPresence({
    sock: {
      async sendPresenceUpdate(type) {
        if (state.fails) throw new Error('Connection Closed');
        shown.push(type);
      },
    },
    canShow: () => state.canShow,
  });
  return { presence, shown, state };
}

test('a presence is sent once per change', async () => {
  const { presence, shown } = open();
  for (const isWanted of [false, true, true, false, false]) await presence.attend(isWanted);
  expect(shown).toEqual(['available', 'unavailable']);
});

test('a presence that could not be sent is sent by the next call', async () => {
  const { presence, shown, state } = open();
  state.fails = true;
  await expect(presence.attend(true)).rejects.toThrow('Connection Closed');
  expect(presence.isAttending()).toBe(false);
  state.fails = false;
  await presence.attend(true);
  expect([presence.isAttending(), shown]).toEqual([true, ['available']]);
});

test('nothing is sent while the account cannot be shown', async () => {
  const { presence, shown, state } = open();
  state.canShow = false;
  await presence.attend(true);
  expect([presence.isAttending(), shown]).toEqual([false, []]);
});
