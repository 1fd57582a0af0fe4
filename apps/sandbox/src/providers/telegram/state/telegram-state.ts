import { type BoundedMap, makeBoundedMap } from '../../../state/bounded-map.ts';
import { BOT_SEED, type Bot, makeBot } from './bot.ts';

/** The sandbox's memory of Telegram. */
export interface TelegramState {
  /** By bot id. */
  bots: Map<string, Bot>;
  /** Messages by `bot:chat:message`, to quote them in replies. */
  messages: BoundedMap<Record<string, unknown>>;
  /** Callback queries by `bot:id`; Telegram accepts answers only to these. */
  callbackQueries: BoundedMap<true>;
  reset(): void;
}

const MAX_MESSAGES = 50_000;

export function makeTelegramState(): TelegramState {
  const seed = (): void => void state.bots.set(BOT_SEED.id, makeBot(BOT_SEED.token, BOT_SEED.username, 'Parley demo'));
  const state: TelegramState = {
    bots: new Map(),
    messages: makeBoundedMap({ maxEntries: MAX_MESSAGES }),
    callbackQueries: makeBoundedMap({ maxEntries: MAX_MESSAGES }),
    reset() {
      for (const store of [state.bots, state.messages, state.callbackQueries]) store.clear();
      seed();
    },
  };
  seed();
  return state;
}
