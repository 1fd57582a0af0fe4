import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { importDeviceMessages as contract } from '@parley/common/contracts/internal/import-device-messages';
import type { InputOf } from '@parley/common/define-contract';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import type { ConnectedAccount } from '../batch/account.rules.ts';
import { mapToUnavailable } from '../batch/failures.steps.ts';
import { tidyItem } from '../batch/tidy-item.rules.ts';
import { type NewMessage, toNewMessage } from '../messages/message.rules.ts';
import type { InboundService } from '../service.ts';
import { findDeviceAccount } from './find-device-account.steps.ts';
import { readDeviceItem } from './read-device-items.rules.ts';
import { storeImported } from './store-imported.steps.ts';

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
    const done = await mapToUnavailable(() =>
      retryConflicts(() => service.unmappedDatabase.transaction((sql) => storeImported(sql, account, messages, ids))),
    );
    if (done.stored > 0) tellInboxChanged(service.bus, [tenantId]);
    return done;
  },
);
