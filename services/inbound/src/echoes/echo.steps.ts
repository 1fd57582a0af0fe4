import { at } from '@parley/common/at';
import type { Sql } from '@parley/database/sql';
import { confirmSend } from '@parley/messaging/messages/settle-late';
import { adoptAddress } from '@parley/messaging/people/adopt-address';
import type { Records, TouchedConversation } from '../batch/inbound-message.rules.ts';
import { defineKind, type InboundTransaction, nothingApplied } from '../batch/kind.rules.ts';
import { storePending } from '../pending/pending.store.ts';
import { ownMessageId } from '../receipts/own-send.rules.ts';
import { addParts } from '../receipts/own-send.store.ts';
import { type EchoMatch, matchEchoes } from './echo.rules.ts';
import { claimSends, loadEchoFacts, type PlacedEcho, storeProviderTimes } from './echo.store.ts';

type EchoRecord = Records['echo'];

type Matched<O extends EchoMatch['outcome']> = {
  record: EchoRecord;
  echo: PlacedEcho;
  match: Extract<EchoMatch, { outcome: O }>;
};
type ByOutcome = { [O in EchoMatch['outcome']]: Matched<O>[] };

interface Decided extends ByOutcome {
  /** Echoes that name no send and cannot be one. */
  clear: EchoRecord[];
  /** Echoes after one that merges two people: matched again. */
  unmatched: EchoRecord[];
}

/**
 * Echoes of messages that an account sent. An echo of our own send causes no event: it settles a send whose answer was
 * lost, and waits for a send that is still running. The others are messages that were sent elsewhere.
 */
export const echoes = defineKind('echo', {
  address: ({ account, item }) => ({
    tenantId: account.tenantId,
    channel: account.channel,
    channelAccountId: account.id,
    providerMessageId: item.providerMessageId,
    addresses: [item.to.address, ...item.to.aliases],
    callbackId: ownMessageId(item.callbackData),
    mayBeOurs: item.mayBeOurs,
    text: item.text,
    hasFiles: item.attachments.length > 0,
    at: item.at,
  }),
  async load({ sql }, placed) {
    const doubtful = placed.flatMap((echo, position) => (isDoubtful(echo) ? [{ ...echo, position }] : []));
    if (doubtful.length === 0) return { doubtful: [], sends: { open: [], withFile: [] } };
    const facts = await loadEchoFacts(sql, doubtful);
    return { doubtful: facts.echoes, sends: facts.sends };
  },
  decide(records, { doubtful, sends }, { now }) {
    const isMatched = new Set(doubtful.map(({ position }) => position));
    const decided: Decided = {
      known: [],
      part: [],
      confirms: [],
      held: [],
      foreign: [],
      clear: records.filter((_, position) => !isMatched.has(position)),
      unmatched: [],
    };
    const matches = matchEchoes(doubtful, sends, now());
    for (const [index, echo] of doubtful.entries()) {
      const record = at(records, echo.position);
      if (index >= matches.length) decided.unmatched.push(record);
      else sortIn(decided, { record, echo, match: at(matches, index) });
    }
    return decided;
  },
  async write(transaction, { known, part, confirms, held, foreign, clear, unmatched }) {
    const { sql } = transaction;
    const confirmed = await confirmSends(transaction, confirms);
    const timed = await storeProviderTimes(sql, known.map(toStored));
    await addParts(sql, part.map(toStored));
    await storePending(sql, held.map(toPending));
    const touched = known.flatMap(({ record, match }) => {
      const conversationId = timed.get(match.messageId);
      return conversationId === undefined ? [] : [{ account: record.account, conversationId }];
    });
    return {
      ...nothingApplied(),
      stored: confirmed.touched.length + held.length,
      repeated: known.length + part.length,
      instanceIds: confirmed.instanceIds,
      again: [...confirmed.settled, ...unmatched],
      next: {
        message: [...clear, ...foreign.map(({ record }) => record)],
        touched: [...confirmed.touched, ...touched],
      },
    };
  },
});

const isDoubtful = ({ mayBeOurs, callbackId }: PlacedEcho): boolean => mayBeOurs || callbackId !== null;

const sortIn = (decided: ByOutcome, matched: Matched<EchoMatch['outcome']>): void => {
  // safe: the list of its outcome
  (decided[matched.match.outcome] as Matched<EchoMatch['outcome']>[]).push(matched);
};

/** Merges the send's address and the echo's address into one person. */
async function adoptPeer(sql: Sql, { echo, match }: Matched<'confirms'>): Promise<number | null> {
  const [alias] = echo.addresses;
  if (match.adoptedPeer === null || alias === undefined) return null;
  const { tenantId, channel, channelAccountId } = echo;
  return adoptAddress(sql, { tenantId, channel, channelAccountId, address: match.adoptedPeer, alias });
}

interface ConfirmedSends {
  instanceIds: string[];
  touched: TouchedConversation[];
  /** Echoes of sends that were settled since they were matched: they are matched again. */
  settled: EchoRecord[];
}

/** Settles the open sends that echoes confirm. */
async function confirmSends(
  { sql, now }: InboundTransaction,
  confirming: readonly Matched<'confirms'>[],
): Promise<ConfirmedSends> {
  const claims = [];
  for (const matched of confirming) {
    const conversationId = await adoptPeer(sql, matched);
    claims.push({ messageId: matched.match.messageId, conversationId, at: matched.echo.at });
  }
  const claimed = await claimSends(sql, claims);
  const confirmed: ConfirmedSends = { instanceIds: [], touched: [], settled: [] };
  for (const { record, echo, match } of confirming) {
    const conversationId = claimed.get(match.messageId);
    if (conversationId === undefined) {
      confirmed.settled.push(record);
      continue;
    }
    const { providerMessageId, at: happenedAt } = echo;
    const settlement = { messageId: match.messageId, providerMessageId, at: happenedAt, reportedAt: now() };
    confirmed.instanceIds.push(...(await confirmSend(sql, settlement)));
    confirmed.touched.push({ account: record.account, conversationId });
  }
  return confirmed;
}

const toStored = ({ echo, match }: Matched<'known'> | Matched<'part'>) => ({
  channelAccountId: echo.channelAccountId,
  providerMessageId: echo.providerMessageId,
  messageId: match.messageId,
  at: echo.at,
});

const toPending = ({ record, echo, match }: Matched<'held'>) => ({
  accountId: echo.channelAccountId,
  providerMessageId: echo.providerMessageId,
  item: record.item,
  waitsFor: match.messageId,
});
