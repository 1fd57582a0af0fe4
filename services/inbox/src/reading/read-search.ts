import { verb } from '@parley/bus/verb';
import { callerOf } from '@parley/common/call-context';
import type { Camel } from '@parley/common/casing/camel';
import type { Channel } from '@parley/common/channels';
import { search as contract, type SearchResult } from '@parley/common/contracts/reading/search';
import type { OutputOf } from '@parley/common/define-contract';
import { defineCursor, LAST_ID } from '@parley/database/statements/list-cursor';
import type { z } from 'zod';
import {
  type FoundPerson,
  findByConversation,
  findHits,
  findNamed,
  findPeople,
  type StoredHit,
} from '../search/search.store.ts';
import { namedId, queryOf, snippetOf, soughtOf, soughtPersonOf } from '../search/search-words.rules.ts';
import type { InboxService } from '../service.ts';
import { allowedChannels, examinedFor, pickAllowed } from './reading.rules.ts';

type Result = Camel<z.infer<typeof SearchResult>>;

/** People are listed before messages. */
const PERSON = 1;
const MESSAGE = 2;
const RESULTS = defineCursor('search', { step: 'int4', id: 'int8' });
/** Larger than the id of any person. */
const LAST_ROW = 2_147_483_647;
const ROW_ID = /^[1-9]\d{0,8}$/;

/** One step of a search: its results, and the position of the next page within it. */
interface Found {
  results: Result[];
  next: string | null;
}

interface Search {
  tenantId: number;
  q: string;
  allowed: readonly Channel[];
  limit: number;
  /** The id before which this page starts; null for the first page of the step. */
  before: string | null;
}

/**
 * People and messages of the calling key's channels, people first, each newest first. Results of other channels are
 * left out after the search, so that a page can be short; what an id names comes in addition to `limit`. Errors: invalid_cursor.
 */
export const readSearch = verb(
  contract,
  async (service: InboxService, { q, kind, channel, limit, cursor }, context) => {
    const { tenantId, channels } = callerOf(context);
    const from = RESULTS.read(cursor);
    const search = { tenantId, q, allowed: allowedChannels(channels, channel) };
    const answer = (results: Result[], next: { step: number; id: string } | null): OutputOf<typeof contract> => ({
      ...{ ok: true, count: results.length, results, nextCursor: next && RESULTS.after(next) },
    });
    const isOfPeople = kind !== 'message' && (from === null || from.step === PERSON);
    const people = isOfPeople
      ? await searchPeople(service, { ...search, limit, before: from?.id ?? null })
      : { results: [], next: null };
    if (people.next !== null) return answer(people.results, { step: PERSON, id: people.next });
    if (kind === 'person') return answer(people.results, null);
    const left = limit - people.results.length;
    if (left <= 0) return answer(people.results, { step: MESSAGE, id: LAST_ID });
    const before = isOfPeople || from?.id === LAST_ID ? null : (from?.id ?? null);
    const messages = await searchMessages(service, { ...search, limit: left, before });
    const next = messages.next === null ? null : { step: MESSAGE, id: messages.next };
    return answer([...people.results, ...messages.results], next);
  },
);

const toPerson = ({ contactId, channel, name, username, addresses, ...person }: FoundPerson): Result => ({
  kind: 'person',
  channel,
  conversationId: person.conversationId,
  name,
  at: person.lastMessageAt?.toISOString() ?? null,
  person: { contactId, username, addresses },
  message: null,
});

const toMessage = (
  { messageId, channel, conversationId, name, peer, direction, origin, status, text, at }: StoredHit,
  sought: readonly string[],
): Result => ({
  kind: 'message',
  channel,
  conversationId,
  name,
  at: at.toISOString(),
  person: null,
  message: { messageId, direction, origin, status, peer, snippet: snippetOf(text, sought) },
});

async function searchPeople({ database }: InboxService, search: Search): Promise<Found> {
  const { tenantId, q, allowed, limit, before } = search;
  const examined = examinedFor(allowed, limit);
  const { named, found } = await database.read(async (reader) => ({
    named: before === null && ROW_ID.test(q) ? await findByConversation(reader, tenantId, Number(q)) : null,
    found: await findPeople(reader, {
      tenantId,
      query: queryOf(tenantId, soughtPersonOf(q)),
      before: before === null ? null : Math.min(Number(before), LAST_ROW),
      limit: examined + 1,
    }),
  }));
  const first = named && allowed.includes(named.channel) ? [named] : [];
  const { shown, last } = pickAllowed(found, allowed, { limit, examined });
  const rest = shown.filter(({ contactId }) => first.every((one) => one.contactId !== contactId));
  return { results: [...first, ...rest].map(toPerson), next: last && String(last.contactId) };
}

async function searchMessages({ database }: InboxService, search: Search): Promise<Found> {
  const { tenantId, q, allowed, limit, before } = search;
  const examined = examinedFor(allowed, limit);
  const sought = soughtOf(q);
  const { named, found } = await database.read(async (reader) => ({
    named: before === null ? await findNamed(reader, tenantId, namedId(q)) : [],
    found: await findHits(reader, { tenantId, sought, before: before ?? LAST_ID, limit: examined + 1 }),
  }));
  const first = named.filter(({ channel }) => allowed.includes(channel));
  const { shown, last } = pickAllowed(found.hits, allowed, { limit, examined });
  const rest = shown.filter(({ messageId }) => first.every((one) => one.messageId !== messageId));
  return {
    results: [...first, ...rest].map((hit) => toMessage(hit, sought)),
    next: last?.messageId ?? found.walkedTo,
  };
}
