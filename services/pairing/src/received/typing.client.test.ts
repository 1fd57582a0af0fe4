import type { BinaryNode } from 'baileys';
import { expect, test, vi } from 'vitest';
import type { DeviceTyping } from '../devices/device-network.rules.ts';
import { makeRelayTyping, makeTypingPresence, type RelayTypingOptions } from './typing.client.ts';

const typing = (from: string, tag = 'composing', attrs: BinaryNode['attrs'] = {}): BinaryNode => ({
  tag: 'chatstate',
  attrs: { from },
  content: [{ tag, attrs }],
});

function open(given: Partial<RelayTypingOptions> = {}) {
  const told: DeviceTyping[] = [];
  const faults: unknown[] = [];
  const relay = makeRelayTyping({
    resolve: async () => null,
    isWanted: () => true,
    me: () => ({ id: '15550001:1@s.whatsapp.net', lid: '915550001:1@lid' }),
    onTyping: (one) => told.push(one),
    onFault: (error) => faults.push(error),
    ...given,
  });
  return { relay, told, faults };
}

test('a flood of strangers is published up to a limit, and again after three seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { relay, told } = open();
  for (let index = 0; index < 10_000; index++) relay(typing(`8${index}@s.whatsapp.net`));
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0));
  expect(told.length).toBeLessThanOrEqual(100);
  const before = told.length;
  vi.setSystemTime(Date.now() + 3001);
  relay(typing('815550009@s.whatsapp.net'));
  await vi.waitFor(() => expect(told).toHaveLength(before + 1));
  vi.useRealTimers();
});

test('a notice without a subscribed key costs no look-up', () => {
  const lookedUp: string[] = [];
  const resolve = async (lid: string) => {
    lookedUp.push(lid);
    return null;
  };
  open({ isWanted: () => false, resolve }).relay(typing('915550002@lid'));
  expect(lookedUp).toEqual([]);
  open({ resolve }).relay(typing('915550002@lid'));
  expect(lookedUp).toEqual(['915550002@lid']);
});

test('a hidden id is published as the number where it is known, and a failed look-up drops the notice', async () => {
  const known = open({ resolve: async () => '15550002:0@s.whatsapp.net' });
  known.relay(typing('915550002@lid', 'composing', { media: 'audio' }));
  await vi.waitFor(() => expect(known.told).toMatchObject([{ person: '+15550002', group: null, state: 'recording' }]));
  const failing = open({ resolve: () => Promise.reject(new Error('no database')) });
  failing.relay(typing('915550002@lid', 'paused'));
  await vi.waitFor(() => expect(failing.faults).toHaveLength(1));
  expect(failing.told).toEqual([]);
});

test('notices are published in the order in which they came, whatever their look-ups take', async () => {
  let found = (_phone: string | null): void => {};
  const { relay, told } = open({ resolve: () => new Promise((resolve) => (found = resolve)) });
  relay(typing('915550002@lid'));
  relay(typing('15550003@s.whatsapp.net'));
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  found('15550002:0@s.whatsapp.net');
  await vi.waitFor(() => expect(told.map(({ person }) => person)).toEqual(['+15550002', '+15550003']));
});

function openPresence() {
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
  const { presence, shown } = openPresence();
  for (const isWanted of [false, true, true, false, false]) await presence.attend(isWanted);
  expect(shown).toEqual(['available', 'unavailable']);
});

test('a presence that could not be sent is sent by the next call', async () => {
  const { presence, shown, state } = openPresence();
  state.fails = true;
  await expect(presence.attend(true)).rejects.toThrow('Connection Closed');
  expect(presence.isAttending()).toBe(false);
  state.fails = false;
  await presence.attend(true);
  expect([presence.isAttending(), shown]).toEqual([true, ['available']]);
});

test('nothing is sent while the account cannot be shown', async () => {
  const { presence, shown, state } = openPresence();
  state.canShow = false;
  await presence.attend(true);
  expect([presence.isAttending(), shown]).toEqual([false, []]);
});
