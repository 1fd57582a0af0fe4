import type { BusClient } from '@parley/bus/bus-client';
import type { AiProvider } from '@parley/common/ai-providers';
import { makeId } from '@parley/common/ids';
import type { Database } from '@parley/database/connect-database';
import type { Cipher } from '@parley/database/encryption';
import { makeMediaAddress } from '@parley/messaging/media-address';
import { makeGenerate } from '@parley/providers/ai/generate';
import { makeTranscribe } from '@parley/providers/ai/transcribe';
import { LookupSlots } from '@parley/providers/egress/lookup-slots';
import type { Egress } from '@parley/providers/egress/open-egress';
import { type Environment, publicUrlOf } from '@parley/runtime/environment';
import { shareCalls } from '@parley/runtime/share-calls';
import type { Dispatcher } from 'undici';
import { priceOf } from '../domain/read-price-list.ts';
import type { ReplyBot } from '../domain/reply-bot.ts';
import { loadConversation } from '../storage/history-store.ts';
import { findKey, markKey, type StoredKey } from '../storage/key-store.ts';
import { reserveUsage, settleUsage } from '../storage/usage-store.ts';
import type { MakeReplyDeps } from '../use-cases/make-reply.ts';
import { loadPriceList } from './load-price-list.ts';
import { makeOpenAccount } from './open-account.ts';
import { makePostTool } from './post-tool.ts';
import { makeReadFile } from './read-file.ts';

/** Dependencies of replies. */
export interface ReplyParts extends Pick<MakeReplyDeps, 'searchKnowledge' | 'loadAllKnowledge'> {
  environment: Pick<
    Environment,
    | 'PARLEY_AI_PRICES'
    | 'PARLEY_AI_OPENAI_KEY'
    | 'PARLEY_AI_ANTHROPIC_KEY'
    | 'PARLEY_AI_GOOGLE_KEY'
    | 'PARLEY_AI_OPENAI_URL'
    | 'PARLEY_AI_ANTHROPIC_URL'
    | 'PARLEY_AI_GOOGLE_URL'
    | 'PARLEY_BOT_PRICE'
    | 'PARLEY_PORT'
    | 'PARLEY_PUBLIC_URL'
  >;
  database: Pick<Database, 'query' | 'transaction' | 'prisma'>;
  cipher: Pick<Cipher, 'sign' | 'verify'>;
  openKey(key: StoredKey): string;
  openToolSecret(bot: Pick<ReplyBot, 'tenantId' | 'toolSecret'>): string;
  bus: Pick<BusClient, 'stream'>;
  egress: Pick<Egress, 'agent' | 'readUrl'>;
  /** For the deployment's keys: connects to the addresses that the operator chose. */
  dispatcher: Dispatcher;
  now(): Date;
}

/** Limits of replies that hold files in memory at the same time, each up to about 40 MB. */
const FILE_SLOTS = { total: 6, perKey: 3, waitingPerKey: 50, waiting: 200 };
const FILE_WAIT_MS = 60_000;

function makeHoldFiles(): MakeReplyDeps['holdFiles'] {
  const slots = new LookupSlots(FILE_SLOTS);
  return async (tenantId) => {
    const key = String(tenantId);
    return (await slots.acquire(key, FILE_WAIT_MS)) ? () => slots.release(key) : null;
  };
}

const waysOver = (dispatcher: Dispatcher) => ({
  generate: makeGenerate({ dispatcher }),
  transcribe: makeTranscribe({ dispatcher }),
});

/** The deployment's keys; undefined where it has none. */
export const platformKeys = (
  environment: ReplyParts['environment'],
): Readonly<Record<AiProvider, string | undefined>> => ({
  openai: environment.PARLEY_AI_OPENAI_KEY,
  anthropic: environment.PARLEY_AI_ANTHROPIC_KEY,
  google: environment.PARLEY_AI_GOOGLE_KEY,
});

/** Base URLs of the deployment's keys; undefined: the provider's own address. */
const platformUrls = (environment: ReplyParts['environment']): Readonly<Record<AiProvider, string | undefined>> => ({
  openai: environment.PARLEY_AI_OPENAI_URL,
  anthropic: environment.PARLEY_AI_ANTHROPIC_URL,
  google: environment.PARLEY_AI_GOOGLE_URL,
});

/** Wires the dependencies of replies. Throws when the price list cannot be read. */
export function openReplies(parts: ReplyParts): MakeReplyDeps {
  const { environment, database, cipher, bus, egress, now } = parts;
  const prices = loadPriceList(environment.PARLEY_AI_PRICES);
  const platform = platformKeys(environment);
  const addresses = platformUrls(environment);
  const mediaAddress = makeMediaAddress(publicUrlOf(environment), cipher);
  return {
    now,
    priceOf: (model, at) => priceOf(prices, model, at),
    replyPrice: environment.PARLEY_BOT_PRICE,
    reserveUsage: (call, caps, decide) => reserveUsage(database, call, caps, decide),
    settleUsage: (tenantId, id, settled) => settleUsage(database, tenantId, id, settled),
    openAccount: makeOpenAccount({
      findKey: shareCalls((tenantId, provider: AiProvider) => findKey(database, tenantId, provider)),
      openKey: parts.openKey,
      platformAccount(provider) {
        const apiKey = platform[provider];
        return apiKey === undefined ? null : { provider, apiKey, baseUrl: addresses[provider] ?? null };
      },
      own: waysOver(egress.agent),
      platform: waysOver(parts.dispatcher),
    }),
    async markKey({ stored }, status) {
      // The deployment's key has no status; and a key that worked before needs no update.
      if (stored === null || (status === 'works' && stored.status === status)) return true;
      return markKey(database.prisma, stored, status, now());
    },
    loadConversation: (given) => loadConversation(database, given),
    holdFiles: makeHoldFiles(),
    loadAllKnowledge: shareCalls(parts.loadAllKnowledge),
    searchKnowledge: parts.searchKnowledge,
    readFile: makeReadFile({ bus, mediaAddress, now }),
    postTool: makePostTool({ egress, openSecret: parts.openToolSecret, makeId: () => makeId('tcl'), now }),
  };
}
