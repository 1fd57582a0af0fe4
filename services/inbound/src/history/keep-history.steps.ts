import { startHistoryImport } from '@parley/messaging/accounts/start-history-import';
import { isTooDeep } from '@parley/providers/http/json-depth';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { accountKey, namedAccounts } from '../batch/account.rules.ts';
import { findConnectedAccounts } from '../batch/account.store.ts';
import { mapToUnavailable } from '../batch/failures.steps.ts';
import type { ItemOf } from '../batch/inbound-message.rules.ts';
import type { InboundService } from '../service.ts';
import { keepPart, noteAppSeen } from './history.store.ts';

/** A part without a connected account is stored as an unknown element, like any other item. */
const isPart = (item: InboundItem): item is ItemOf<'history'> => item.kind === 'history' && !isTooDeep(item.raw);

/**
 * Keeps the parts of histories of connected accounts, unread: the platform sends each only once, and one may have
 * thousands of messages. Returns the other items. Errors: service_unavailable.
 */
export async function keepHistory(
  service: InboundService,
  items: readonly InboundItem[],
): Promise<readonly InboundItem[]> {
  const parts = items.filter(isPart);
  if (parts.length === 0) return items;
  const kept = await mapToUnavailable(() =>
    service.unmappedDatabase.transaction(async (sql) => {
      const accounts = await findConnectedAccounts(sql, namedAccounts(parts));
      const stored = new Set<InboundItem>();
      for (const part of parts) {
        const account = accounts.get(accountKey(part.account.channel, part.account.externalId));
        if (!account) continue;
        const at = service.now();
        await startHistoryImport(sql, account, { at, isAsked: true });
        await keepPart(sql, { channelAccountId: account.id, field: part.field, payload: part.raw, receivedAt: at });
        stored.add(part);
      }
      return stored;
    }),
  );
  service.wakeHistory();
  return items.filter((item) => !kept.has(item));
}

/** The reports of the app of a number: messages that were sent with it, and changed contacts. */
const isOfApp = (item: InboundItem): item is ItemOf<'echo' | 'history'> =>
  (item.kind === 'echo' && item.account.channel === 'wa' && item.origin === 'phone') ||
  (item.kind === 'history' && item.field === 'smb_app_state_sync');

/** Notes that the app was used (docs/reference/wa.md#an-unused-app). A lost note is made with the next message. */
export async function noteApp(service: InboundService, items: readonly InboundItem[]): Promise<void> {
  const externalIds = [...new Set(items.filter(isOfApp).map(({ account }) => account.externalId))];
  if (externalIds.length === 0) return;
  await noteAppSeen(service.unmappedDatabase, externalIds, service.now()).catch((error: unknown) =>
    service.logger.debug('history.app-not-noted', { err: error }, 'The use of an app was not noted.'),
  );
}
