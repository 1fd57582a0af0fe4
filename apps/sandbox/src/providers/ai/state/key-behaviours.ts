import { type Behaviour, makeBehaviour } from '../../../state/behaviour.ts';
import { type BoundedMap, makeBoundedMap } from '../../../state/bounded-map.ts';
import type { AiProvider, TokenCounts } from './asked.ts';

/** The outcomes of calls with a key (docs/operations/sandbox.md#ai-providers). */
export const KEY_BEHAVIOURS = [
  'works',
  'dead',
  'out_of_money',
  'insufficient_quota',
  'over_own_limit',
  'rate_limited',
  'overloaded',
  'refuses',
  'empty',
  'invalid_arguments',
  'not_json',
  'huge',
  'endless',
  'silent',
  'held',
  'redirect',
] as const;
export type KeyBehaviour = (typeof KEY_BEHAVIOURS)[number];

/** The behaviour of one call with a key. */
export interface AiKey {
  behaviour: KeyBehaviour;
  retryAfterMs: number | null;
  /** The target of `redirect`. */
  location: string | null;
}

/** A key that was used or declared, and the usage of its calls so far. */
export interface KnownKey extends AiKey {
  provider: AiProvider;
  key: string;
  requests: number;
  tokens: TokenCounts;
}

/** The keys that were used or declared; every other key works. */
export type KeyBehaviours = ReturnType<typeof makeKeyBehaviours>;

const MAX_KEYS = 10_000;
const nothing = (): TokenCounts => ({ input: 0, cached: 0, output: 0, reasoning: 0 });

function makeWaiting(): { wait(): Promise<void>; release(): void } {
  let waiting: (() => void)[] = [];
  return {
    wait: () => new Promise((resolve) => waiting.push(resolve)),
    release() {
      const released = waiting;
      waiting = [];
      for (const resolve of released) resolve();
    },
  };
}

interface StoredKey extends Omit<KnownKey, 'behaviour'> {
  behaviour: Behaviour<KeyBehaviour>;
}

const show = (stored: StoredKey): KnownKey => ({ ...stored, behaviour: stored.behaviour.current() });

const newKey = (provider: AiProvider, key: string): StoredKey => ({
  provider,
  key,
  behaviour: makeBehaviour<KeyBehaviour>('works'),
  retryAfterMs: null,
  location: null,
  requests: 0,
  tokens: nothing(),
});

export function makeKeyBehaviours() {
  const keys: BoundedMap<StoredKey> = makeBoundedMap({ maxEntries: MAX_KEYS });
  const waiting = makeWaiting();
  function known(provider: AiProvider, key: string): StoredKey {
    const id = `${provider}:${key}`;
    const found = keys.get(id) ?? newKey(provider, key);
    if (!keys.get(id)) keys.set(id, found);
    return found;
  }
  return {
    /** Sets the behaviour permanently, or for `count` calls. */
    behave(provider: AiProvider, key: string, { behaviour, retryAfterMs, location }: AiKey, count?: number): KnownKey {
      const changed = Object.assign(known(provider, key), { retryAfterMs, location });
      changed.behaviour.behave(behaviour, count);
      waiting.release();
      return show(changed);
    },
    /** Counts a call and returns its behaviour. Calls with a `held` key wait here. */
    async take(provider: AiProvider, key: string): Promise<AiKey> {
      known(provider, key).requests++;
      while (known(provider, key).behaviour.current() === 'held') await waiting.wait();
      const { behaviour, retryAfterMs, location } = known(provider, key);
      return { behaviour: behaviour.take(), retryAfterMs, location };
    },
    count(provider: AiProvider, key: string, { input, cached, output, reasoning }: TokenCounts) {
      const { tokens } = known(provider, key);
      tokens.input += input;
      tokens.cached += cached;
      tokens.output += output;
      tokens.reasoning += reasoning;
    },
    list: (): KnownKey[] => [...keys.values()].map(show),
    reset() {
      keys.clear();
      waiting.release();
    },
  };
}
