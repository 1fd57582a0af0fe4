import type { SignalDataSet, SignalKeyStore } from 'baileys';

const DAY_S = 24 * 3600;

type Tokens = NonNullable<SignalDataSet['tctoken']>;

/**
 * Key storage in which no write replaces a trusted-contact token of the last day by an older one or by none. After a
 * send, the library notes in the background that it gave the person its own token: it reads the entry, and writes it
 * back. A token that the person gives in between would be lost, and every later message to that person refused
 * (docs/reference/wd.md#trusted-contact-tokens). Older tokens may be removed: the library does it when they expire.
 */
export function keepNewestTokens(keys: SignalKeyStore, now: () => number = Date.now): SignalKeyStore {
  /** One write after the other: each sees the tokens of the one before. */
  let turn: Promise<unknown> = Promise.resolve();

  async function withNewest(tokens: Tokens): Promise<Tokens> {
    const stored = await keys.get('tctoken', Object.keys(tokens));
    const entries = Object.entries(tokens).map(([name, value]) => {
      const known = stored[name];
      const replacedS = Math.max(Number(value?.timestamp ?? 0), now() / 1000 - DAY_S);
      if (!known || Number(known.timestamp ?? 0) <= replacedS) return [name, value] as const;
      return [name, { ...value, token: known.token, timestamp: known.timestamp }] as const;
    });
    return Object.fromEntries(entries) as Tokens; // safe: the same names, each with an entry or null
  }

  return {
    ...keys,
    set(data) {
      const { tctoken } = data;
      if (!tctoken) return keys.set(data);
      const written = turn.then(async () => keys.set({ ...data, tctoken: await withNewest(tctoken) }));
      turn = written.catch(() => undefined);
      return written;
    },
  };
}
