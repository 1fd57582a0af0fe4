import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import {
  importDeviceMessages as contract,
  type ReservedIds,
} from '@parley/common/contracts/internal/import-device-messages';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { sendNow } from '@parley/database/unsent';
import { upsertConversations } from '@parley/messaging/people/upsert-conversations';
import type { ConnectedAccount } from '../batch/connected-account.rules.ts';
import { orUnavailable } from '../batch/or-unavailable.steps.ts';
import { tidyItem } from '../batch/tidy-item.rules.ts';
import { beginningOf, findFresh, repliedBy } from '../messages/decide-messages.rules.ts';
import { findStoredIds, insertFiles } from '../messages/message.store.ts';
import { type NewMessage, toNewMessage } from '../messages/new-message.rules.ts';
import type { InboundService } from '../service.ts';
import { findDeviceAccount } from './find-device-account.steps.ts';
import { insertImported, linkImportedQuotes, lockNextId, settleImported } from './imported-message.store.ts';
import { joinImported, placeImported } from './place-imported.rules.ts';
import { readDeviceItem } from './read-device-items.rules.ts';

/** Bounds the messages to the limits of storage. Leaves out a message that truncation would falsify. */
function readMessages(
  { now, mediaAddressOf }: InboundService,
  account: ConnectedAccount,
  items: InputOf<typeof contract>['items'],
): NewMessage[] {
  const addressOf = (attachmentId: string): string => mediaAddressOf(attachmentId, now());
  return items.flatMap((given) => {
    const { item, refusal } = tidyItem(readDeviceItem(given, account), now());
    if (refusal !== null || (item.kind !== 'message' && item.kind !== 'echo')) return [];
    return [toNewMessage(account, item, addressOf)];
  });
}

/** Stores the messages that are not stored yet in one transaction; new conversations are not reported. */
async function importOnce(
  { unmappedDatabase }: InboundService,
  account: ConnectedAccount,
  messages: readonly NewMessage[],
  ids: ReservedIds,
): Promise<OutputOf<typeof contract>> {
  return unmappedDatabase.transaction(async (sql) => {
    const nextId = await lockNextId(sql, account.id, ids);
    if (nextId === null) return { stored: 0, isFull: true };
    const left = Number(nextId - BigInt(ids.from)) + 1;
    const known = await findStoredIds(sql, messages);
    const fresh = findFresh(messages, new Set(known.keys())).map(({ message }) => message);
    const taken = fresh.slice(0, left);
    const isFull = fresh.length >= left;
    if (taken.length === 0) return { stored: 0, isFull };
    const wanted = taken.map((message) => ({ ...beginningOf(message), startedBy: null }));
    const conversations = await upsertConversations(sql, wanted, () => {});
    const replied = await findStoredIds(
      sql,
      taken.flatMap((message) => repliedBy(message) ?? []),
    );
    const placed = placeImported(taken, { nextId, conversations, replied });
    await insertImported(sql, placed);
    await linkImportedQuotes(sql, placed, ids);
    await sendNow(sql, insertFiles(placed));
    await settleImported(sql, joinImported(placed), ids);
    return { stored: placed.length, isFull };
  });
}

/**
 * Stores messages of a phone's history, newest first, under descending ids of those that are reserved for it
 * (docs/reference/wd.md#history). They cause no events and no bot turns, and are not unread. Errors: service_unavailable.
 */
export const importDeviceMessages = verb(
  contract,
  async (service: InboundService, { tenantId, externalId, ids, items }) => {
    const account = await findDeviceAccount(service, { tenantId, externalId });
    if (!account) return { stored: 0, isFull: true };
    const messages = readMessages(service, account, items);
    const done = await orUnavailable(() => retryConflicts(() => importOnce(service, account, messages, ids)));
    if (done.stored > 0) tellInboxChanged(service.bus, [tenantId]);
    return done;
  },
);
