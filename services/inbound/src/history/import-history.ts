import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import type { Sql } from '@parley/database/sql';
import { sendNow } from '@parley/database/statements/unsent';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import type { ConnectedAccount } from '../batch/account.rules.ts';
import { findAccountsById } from '../batch/account.store.ts';
import { storeImported } from '../devices/store-imported.steps.ts';
import { type NewMessage, nameKey, toNewMessage } from '../messages/message.rules.ts';
import { findStoredIds, insertFiles } from '../messages/message.store.ts';
import type { InboundService } from '../service.ts';
import { readStaged, withName } from './history.rules.ts';
import {
  addImported,
  endImport,
  fillPlaceholder,
  findNames,
  type LockedImport,
  listNewest,
  lockImportDue,
  requestCopies,
  unstageMessages,
} from './history.store.ts';

/** A transaction holds locks of its conversations, which live messages of the same people wait for. */
const AT_ONCE = 100;

type Staged = Awaited<ReturnType<typeof listNewest>>;

/** The waiting messages with their names, newest first. */
async function readMessages(
  { mediaAddressOf, now }: InboundService,
  sql: Sql,
  account: ConnectedAccount,
  staged: Staged,
): Promise<NewMessage[]> {
  const messages = staged.map(({ item: stored, isPlaceholder }): NewMessage => {
    const { item, receipt } = readStaged(stored);
    const message = toNewMessage(account, item, (attachmentId) => mediaAddressOf(attachmentId, now()));
    return {
      ...message,
      status: message.direction === 'in' ? 'received' : receipt,
      extra: isPlaceholder ? { interactive: null, ...message.extra, placeholder: true } : message.extra,
    };
  });
  const addresses = [...new Set(messages.flatMap((message) => message.addresses))];
  const names = new Map((await findNames(sql, account.id, addresses)).map((named) => [named.address, named]));
  return messages.map((message) => withName(message, names));
}

/** Gives the stored placeholders among these messages their content, whose webhook came later. */
async function fillPlaceholders(sql: Sql, messages: readonly NewMessage[], staged: Staged): Promise<void> {
  const files = messages.filter((_, index) => staged[index]?.isPlaceholder === false);
  const stored = await findStoredIds(sql, files);
  for (const message of files.filter((given) => stored.has(nameKey(given)))) {
    const id = await fillPlaceholder(sql, message);
    if (id !== null) await sendNow(sql, insertFiles([{ ...message, id }]));
  }
}

async function importPortion(
  service: InboundService,
  sql: Sql,
  account: ConnectedAccount,
  { channelAccountId, fromId, toId, progress }: LockedImport,
): Promise<number> {
  const staged = await listNewest(sql, channelAccountId, AT_ONCE);
  const messages = await readMessages(service, sql, account, staged);
  // Before the new ones are stored: those have their content.
  await fillPlaceholders(sql, messages, staged);
  const { stored, isFull } = await storeImported(sql, account, messages, { from: fromId, to: toId });
  const ids = staged.map(({ providerMessageId }) => providerMessageId);
  if (service.environment.PARLEY_MEDIA_KEEP_DAYS > 0) await requestCopies(sql, channelAccountId, ids, service.now());
  await unstageMessages(sql, channelAccountId, ids);
  await addImported(sql, channelAccountId, stored);
  if (isFull || staged.length < AT_ONCE) await endImport(sql, channelAccountId, isFull || (progress ?? 0) >= 100);
  return stored;
}

/**
 * Imports a portion of the waiting messages of one account, newest first (docs/reference/wa.md#history), in one
 * transaction: a process that ends leaves nothing half imported. True when more may be due.
 */
export async function importHistory(service: InboundService): Promise<boolean> {
  const done = await retryConflicts(() =>
    service.unmappedDatabase.transaction(async (sql) => {
      const locked = await lockImportDue(sql, service.now());
      if (!locked) return null;
      const account = (await findAccountsById(sql, [locked.channelAccountId])).get(locked.channelAccountId);
      if (!account) return null;
      return { tenantId: account.tenantId, stored: await importPortion(service, sql, account, locked) };
    }),
  );
  if (done === null) return false;
  if (done.stored > 0) tellInboxChanged(service.bus, [done.tenantId]);
  return true;
}
