import { expect, test } from 'vitest';
import { makeIndexMessages, type UnreadText, type WordsStore } from './index-messages.ts';

const MINUTE_MS = 60_000;

/** Messages of which `visible` are committed; records the id at which each step began. */
function openStore(visible: UnreadText[]) {
  const state = { watermark: '0', looked: [] as string[], written: [] as string[], fails: false };
  const isAfter =
    (after: string) =>
    ({ id }: UnreadText): boolean =>
      BigInt(id) > BigInt(after);
  const store: WordsStore = {
    inTransaction: async (work) => {
      const before = { ...state, written: [...state.written] };
      const result = await work({
        lockProgress: async () => state.watermark,
        findChanged: async () => [],
        async findUnread({ after, before: until, count }) {
          state.looked.push(after);
          const isUnread = ({ id, createdAt }: UnreadText) => createdAt < until && !state.written.includes(id);
          return visible.filter(isAfter(after)).filter(isUnread).slice(0, count);
        },
        async write(words) {
          state.written.push(...words.map(({ messageId }) => messageId));
        },
        findSettled: async ({ after, before: until }) =>
          visible.filter(isAfter(after)).findLast(({ createdAt }) => createdAt < until)?.id ?? null,
        async advance(id) {
          state.watermark = id;
        },
      });
      if (!state.fails) return result;
      Object.assign(state, { watermark: before.watermark, written: before.written });
      throw new Error('not committed');
    },
  };
  return { state, store };
}

const message = (id: number): UnreadText => ({ id: String(id), tenantId: 1, text: 'word', createdAt: new Date(id) });

test('reads a message once, and messages since the watermark again after a minute', async () => {
  const { state, store } = openStore([message(1), message(2)]);
  let nowMs = MINUTE_MS / 2;
  const index = makeIndexMessages(store, () => new Date(nowMs));
  await index();
  await index();
  nowMs += MINUTE_MS;
  await index();
  expect(state.looked).toEqual(['0', '2', '0']);
  expect(state.watermark).toBe('2');
});

test('reads a message that is committed after newer ones when the worker looks back, and holds the watermark until then', async () => {
  const messages = [message(1), message(3)];
  const { state, store } = openStore(messages);
  let nowMs = MINUTE_MS / 2;
  const index = makeIndexMessages(store, () => new Date(nowMs));
  await index();
  messages.splice(1, 0, message(2));
  nowMs += MINUTE_MS - 1;
  await index();
  expect(state).toMatchObject({ written: ['1', '3'], watermark: '0' });
  nowMs += 1;
  await index();
  expect(state).toMatchObject({ written: ['1', '3', '2'], watermark: '3' });
});

test('keeps a message that is committed during the look-back after the watermark', async () => {
  const messages = Array.from({ length: 401 }, (_, n) => message(n + 2));
  const { state, store } = openStore(messages);
  let nowMs = MINUTE_MS / 2;
  const index = makeIndexMessages(store, () => new Date(nowMs));
  expect(await index()).toBe(true);
  messages.unshift(message(1));
  nowMs += MINUTE_MS - 1;
  while (await index());
  expect(state.watermark).toBe('0');
  nowMs += 1;
  while (await index());
  expect(state.written).toContain('1');
  expect(state.watermark).toBe('402');
});

test('reads messages again when the transaction that read them did not commit', async () => {
  const { state, store } = openStore([message(1)]);
  const index = makeIndexMessages(store, () => new Date(MINUTE_MS / 2));
  state.fails = true;
  await expect(index()).rejects.toThrow('not committed');
  state.fails = false;
  await index();
  expect(state.written).toEqual(['1']);
});
