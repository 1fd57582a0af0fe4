import { shareCalls } from '@parley/runtime/turns/share-calls';
import type { StoredKey } from '../keys/key.rules.ts';
import type { Bot } from '../settings/bot.rules.ts';

/** Reads by a key: those that run at the same time share one answer. */
type Share<Answer> = (key: string, read: () => Promise<Answer>) => Promise<Answer>;

const makeShare = <Answer>(): Share<Answer> =>
  shareCalls<[string, () => Promise<Answer>], Answer>(
    (_key, read) => read(),
    (key) => key,
  );

/** Values that concurrent turns of the same bot read once. */
export const makeSharedReads = () => ({
  bot: makeShare<Bot | null>(),
  key: makeShare<StoredKey | null>(),
  knowledge: makeShare<string | null>(),
});

export type SharedReads = ReturnType<typeof makeSharedReads>;
