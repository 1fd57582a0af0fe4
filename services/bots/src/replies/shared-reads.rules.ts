import { shareCalls } from '@parley/runtime/share-calls';
import type { StoredKey } from '../keys/ai-key.rules.ts';
import type { Bot } from '../settings/bot.rules.ts';

/** Reads by a key: those that run at the same time share one answer. */
type Share<Answer> = (key: string, read: () => Promise<Answer>) => Promise<Answer>;

const makeShare = <Answer>(): Share<Answer> =>
  shareCalls<[string, () => Promise<Answer>], Answer>(
    (_key, read) => read(),
    (key) => key,
  );

/** What concurrent turns of the same bot read once. */
export interface SharedReads {
  bot: Share<Bot | null>;
  key: Share<StoredKey | null>;
  knowledge: Share<string | null>;
}

export const makeSharedReads = (): SharedReads => ({ bot: makeShare(), key: makeShare(), knowledge: makeShare() });
