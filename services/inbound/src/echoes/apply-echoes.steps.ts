import { at } from '@parley/common/at';
import { adoptAddress } from '@parley/messaging/people/adopt-address';
import { confirmSend } from '@parley/messaging/settle-late';
import type { Addressed, TouchedConversation } from '../batch/addressed.rules.ts';
import { type Applied, nothingApplied } from '../batch/applied.rules.ts';
import type { ApplyTransaction } from '../batch/apply-transaction.rules.ts';
import { storePending } from '../pending/pending.store.ts';
import { ownMessageId } from '../receipts/own-message-id.rules.ts';
import { addParts } from '../receipts/part.store.ts';
import { claimSends, storeProviderTimes } from './echo.store.ts';
import { loadEchoFacts, type PlacedEcho } from './echo-facts.store.ts';
import { type EchoMatch, matchEchoes } from './match-echoes.rules.ts';

type AddressedEcho = Addressed<'echo'>;

/** The results of echoes; `foreign` ones belong to messages that were sent elsewhere and must be stored. */
export interface AppliedEchoes extends Applied {
  foreign: AddressedEcho[];
  /** Conversations with messages that got their provider time. */
  touched: TouchedConversation[];
}

/** An echo that may belong to our own send. */
interface DoubtfulEcho extends PlacedEcho {
  addressed: AddressedEcho;
}

const isDoubtful = (echo: AddressedEcho): boolean =>
  echo.item.mayBeOurs || ownMessageId(echo.item.callbackData) !== null;

const toDoubtful = (addressed: AddressedEcho): DoubtfulEcho => {
  const { account, item } = addressed;
  return {
    addressed,
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
  };
};

type Matched<O extends EchoMatch['outcome']> = { echo: DoubtfulEcho; match: Extract<EchoMatch, { outcome: O }> };
type ByOutcome = { [O in EchoMatch['outcome']]: Matched<O>[] };

function sortByOutcome(echoes: readonly DoubtfulEcho[], matches: readonly EchoMatch[]): ByOutcome {
  const sorted: ByOutcome = { known: [], part: [], confirms: [], held: [], foreign: [] };
  for (const [index, match] of matches.entries()) {
    const echo = at(echoes, index);
    // safe: the list of its outcome
    (sorted[match.outcome] as { echo: DoubtfulEcho; match: EchoMatch }[]).push({ echo, match });
  }
  return sorted;
}

/** Merges the send's address and the echo's address into one person. */
async function adoptPeer(transaction: ApplyTransaction, { echo, match }: Matched<'confirms'>): Promise<number | null> {
  const [alias] = echo.addresses;
  if (match.adoptedPeer === null || alias === undefined) return null;
  const { tenantId, channel, channelAccountId } = echo;
  return adoptAddress(transaction.sql, { tenantId, channel, channelAccountId, address: match.adoptedPeer, alias });
}

/**
 * Settles the open sends that echoes confirm. Returns the echoes of sends that were settled in the meantime: they are
 * matched again.
 */
async function confirmSends(
  transaction: ApplyTransaction,
  confirming: readonly Matched<'confirms'>[],
  applied: AppliedEchoes,
): Promise<DoubtfulEcho[]> {
  const claims = [];
  for (const matched of confirming) {
    const conversationId = await adoptPeer(transaction, matched);
    claims.push({ messageId: matched.match.messageId, conversationId, at: matched.echo.at });
  }
  const claimed = await claimSends(transaction.sql, claims);
  const settled: DoubtfulEcho[] = [];
  for (const { echo, match } of confirming) {
    const conversationId = claimed.get(match.messageId);
    if (conversationId === undefined) {
      settled.push(echo);
      continue;
    }
    const { providerMessageId, at } = echo;
    const settlement = { messageId: match.messageId, providerMessageId, at, reportedAt: transaction.now() };
    applied.instanceIds.push(...(await confirmSend(transaction.sql, settlement)));
    applied.touched.push({ account: echo.addressed.account, conversationId });
    applied.stored++;
  }
  return settled;
}

const toStored = ({ echo, match }: Matched<'known'> | Matched<'part'>) => ({
  channelAccountId: echo.channelAccountId,
  providerMessageId: echo.providerMessageId,
  messageId: match.messageId,
  at: echo.at,
});

const toPending = ({ echo, match }: Matched<'held'>) => ({
  accountId: echo.channelAccountId,
  providerMessageId: echo.providerMessageId,
  item: echo.addressed.item,
  waitsFor: match.messageId,
});

/** Writes the results of echoes; returns the echoes that must be matched again. */
async function writeMatches(
  transaction: ApplyTransaction,
  matched: ByOutcome,
  applied: AppliedEchoes,
): Promise<DoubtfulEcho[]> {
  const settled = await confirmSends(transaction, matched.confirms, applied);
  const timed = await storeProviderTimes(transaction.sql, matched.known.map(toStored));
  await addParts(transaction.sql, matched.part.map(toStored));
  await storePending(transaction.sql, matched.held.map(toPending));
  applied.stored += matched.held.length;
  applied.repeated += matched.known.length + matched.part.length;
  applied.foreign.push(...matched.foreign.map(({ echo }) => echo.addressed));
  for (const { echo, match } of matched.known) {
    const conversationId = timed.get(match.messageId);
    if (conversationId !== undefined) applied.touched.push({ account: echo.addressed.account, conversationId });
  }
  return settled;
}

/**
 * Applies echoes of messages that an account sent. An echo of our own send causes no event: it settles a send whose
 * answer was lost, and waits for a send that is still running.
 */
export async function applyEchoes(
  transaction: ApplyTransaction,
  echoes: readonly AddressedEcho[],
): Promise<AppliedEchoes> {
  const foreign = echoes.filter((echo) => !isDoubtful(echo));
  const applied: AppliedEchoes = { ...nothingApplied(), foreign, touched: [] };
  let waiting = echoes.filter(isDoubtful).map(toDoubtful);
  while (waiting.length > 0) {
    const facts = await loadEchoFacts(transaction.sql, waiting);
    const matches = matchEchoes(facts.echoes, facts.sends, transaction.now());
    const again = await writeMatches(transaction, sortByOutcome(waiting, matches), applied);
    waiting = [...again, ...waiting.slice(matches.length)];
  }
  return applied;
}
