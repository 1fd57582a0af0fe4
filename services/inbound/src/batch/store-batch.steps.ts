import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { TransactionSql } from '@parley/database/sql';
import { mapUnsent } from '@parley/database/statements/unsent';
import { retryConflicts, TransactionConflict } from '@parley/database/transactions/retry-conflicts';
import { unsentRows } from '@parley/messaging/outbox/append-events';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { changes, identities } from '../changes/change.steps.ts';
import { echoes } from '../echoes/echo.steps.ts';
import { eventsOnly } from '../events/event-only.steps.ts';
import { messages } from '../messages/message.steps.ts';
import { joinRepliedChats } from '../messages/place-messages.steps.ts';
import { connections, continueChats } from '../people/connection.steps.ts';
import { lockPreferring, preferences, spokenConsents } from '../people/consent.steps.ts';
import { storeUnknown } from '../quarantine/quarantine.store.ts';
import { reactions } from '../reactions/reaction.steps.ts';
import { lockRefundedTenants, receipts } from '../receipts/receipt.steps.ts';
import type { InboundService } from '../service.ts';
import { ownAppsOf } from '../threads/own-apps.rules.ts';
import { threads } from '../threads/thread.steps.ts';
import { touchedConversations, watermarks } from '../watermarks/watermark.steps.ts';
import { areSame, namedAccounts } from './account.rules.ts';
import { findConnectedAccounts } from './account.store.ts';
import {
  type AddressedItem,
  addressItems,
  type Batch,
  type KindName,
  type Records,
  sortByKind,
  type Webhook,
} from './inbound-message.rules.ts';
import {
  type Applied,
  type BatchContext,
  type InboundTransaction,
  type Kind,
  type LastWrites,
  nothingApplied,
  type Results,
} from './kind.rules.ts';

/**
 * How the records of each kind get from the batch to the commit, in the order in which they are applied: messages before
 * what refers to them, a kind before those that its records bring about.
 */
const KINDS: { readonly [Name in KindName]: Kind<Name> } = {
  connection: connections,
  thread: threads,
  echo: echoes,
  message: messages,
  identity: identities,
  change: changes,
  receipt: receipts,
  watermark: watermarks,
  touched: touchedConversations,
  reaction: reactions,
  event: eventsOnly,
  spoken: spokenConsents,
  preference: preferences,
};
// safe: the keys of the table
const IN_ORDER = Object.keys(KINDS) as KindName[];

/** Stores webhooks that arrived together; returns the receipts to retry of each. */
export async function storeBatch(service: InboundService, webhooks: readonly Webhook[]): Promise<InboundItem[][]> {
  const [only] = webhooks;
  const early = await (only && webhooks.length === 1 ? storeAlone(service, only) : storeTogether(service, webhooks));
  return webhooks.map(({ items }) => items.filter((item) => early.includes(item)));
}

/** Stores one webhook in a transaction of its own, which is retried after a conflict; returns its receipts to retry. */
export const storeAlone = (service: InboundService, webhook: Webhook): Promise<InboundItem[]> =>
  retryConflicts(() => storeTogether(service, [webhook]));

/**
 * Stores the items of webhooks in one transaction; returns their receipts to retry. It proceeds with the accounts of the
 * last look-up while it looks them up: both go to the server in one write. When an account has changed, nothing is
 * committed, and the retry uses the new one. Throws {@link TransactionConflict}, and errors of the database.
 */
async function storeTogether(service: InboundService, webhooks: readonly Webhook[]): Promise<InboundItem[]> {
  const { unmappedDatabase, recentAccounts, metrics, bus } = service;
  const items = webhooks.flatMap((webhook) => webhook.items);
  const named = namedAccounts(items);
  const expected = recentAccounts.recall(named);
  const { instanceIds, committed, changedTenantIds, early, ...counts } = await unmappedDatabase.transaction(
    async (sql) => {
      const found = findConnectedAccounts(sql, named);
      const confirmed = found.then((accounts) => {
        recentAccounts.remember(named, accounts);
        if (expected && !areSame(expected, accounts))
          throw new TransactionConflict('An account has changed since it was last looked up.');
      });
      confirmed.catch(() => {}); // awaited below, after the running statements
      const { addressed, unknown } = addressItems(items, expected ?? (await found));
      await storeUnknown(sql, unknown);
      const last = await applyItems(sql, contextOf(service, webhooks), addressed);
      await confirmed;
      return { ...(await sql.commitWith(last)), unknown: unknown.length };
    },
  );
  metrics.items(counts);
  service.wakeSweep();
  wakeDeliveries(bus, instanceIds, committed);
  tellInboxChanged(bus, changedTenantIds);
  return early;
}

function contextOf({ now, mediaAddressOf, environment }: InboundService, webhooks: readonly Webhook[]): BatchContext {
  let calls: Map<InboundItem, number> | undefined;
  const patient = new Set(webhooks.flatMap(({ items, mayWait }) => (mayWait ? items : [])));
  return {
    now,
    mediaAddressOf,
    ownApps: ownAppsOf(environment),
    takesWaiting: !webhooks.some(({ leavesWaiting = false }) => leavesWaiting),
    mayWait: (item) => patient.has(item) && item.kind === 'receipt' && item.account.channel === 'wa',
    callOf(item) {
      calls ??= new Map(webhooks.flatMap(({ items }, call) => items.map((one) => [one, call] as const)));
      return calls.get(item);
    },
  };
}

/**
 * Applies items of connected accounts: locks what must be locked first, finds the chat of each item, and then locks and
 * loads, decides and writes kind by kind. Returns the last writes, which the caller commits with: messages that nothing
 * reads after they are written, otherwise the events of all kinds.
 */
export async function applyItems(
  sql: TransactionSql,
  context: BatchContext,
  entries: readonly AddressedItem[],
): Promise<LastWrites> {
  const given = sortByKind(entries);
  const transaction = { ...context, sql, ...(await lockFirst(sql, given)) };
  const total = nothingApplied();
  await applyKind(transaction, 'connection', given, total);
  const chats = await joinRepliedChats(sql, await continueChats(sql, entries));
  const batch = { ...(chats === entries ? given : sortByKind(chats)), connection: [] };
  const isAlone = IN_ORDER.every((name) => name === 'message' || given[name].length === 0);
  for (const name of IN_ORDER) {
    const last = await applyKind(transaction, name, batch, total, isAlone);
    if (last) return last;
  }
  const { events, instanceIds, stored, repeated, changedTenantIds, early } = total;
  // A hand-over must hold all new deliveries of its keys; those of the other events are read from the tables.
  return mapUnsent(unsentRows(events), (woken) => ({
    stored,
    repeated,
    instanceIds: [...instanceIds, ...woken],
    committed: [],
    changedTenantIds,
    early,
  }));
}

/**
 * The locks that precede all others (docs/architecture.md#one-order-of-locks): tenants whose credit a receipt may move,
 * because it refuses a send that is not settled; then people with a preference.
 */
async function lockFirst(
  sql: TransactionSql,
  { receipt, preference }: Batch,
): Promise<Pick<InboundTransaction, 'tenants' | 'contacts'>> {
  const tenants = await lockRefundedTenants(sql, receipt);
  return { tenants, contacts: await lockPreferring(sql, preference) };
}

/** Applies the records of one kind. Returns their writes when these are the last ones of the transaction. */
async function applyKind<Name extends KindName>(
  transaction: InboundTransaction,
  name: Name,
  batch: Batch,
  total: Results,
  isAlone = false,
): Promise<LastWrites | null> {
  const kind: Kind<Name> = KINDS[name];
  for (let records: readonly Records[Name][] = batch[name]; records.length > 0; ) {
    const addresses = records.map((record) => kind.address(record, transaction));
    const facts = await kind.load(transaction, addresses, records);
    const decided = kind.decide(records, facts, transaction);
    const last = isAlone && kind.writeLast ? kind.writeLast(decided) : null;
    if (last) return last;
    const applied = await kind.write(transaction, decided);
    addResults(total, applied);
    handOn(batch, applied);
    records = applied.again;
  }
  return null;
}

function addResults(total: Results, applied: Results): void {
  total.stored += applied.stored;
  total.repeated += applied.repeated;
  total.events.push(...applied.events);
  total.instanceIds.push(...applied.instanceIds);
  total.changedTenantIds.push(...applied.changedTenantIds);
  total.early.push(...applied.early);
}

/** Adds the records that the writes of one kind bring about to those of later kinds. */
function handOn(batch: Batch, { next, waited }: Pick<Applied<KindName>, 'next' | 'waited'>): void {
  const before: Partial<Batch> = waited.length > 0 ? sortByKind(waited) : {};
  const join = <Name extends KindName>(name: Name): void => {
    batch[name] = [...(before[name] ?? []), ...batch[name], ...(next[name] ?? [])] as Batch[Name];
  };
  for (const name of IN_ORDER) if (before[name] || next[name]) join(name);
}
