import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { verb } from '@parley/bus/verb';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { setConsent as contract } from '@parley/common/contracts/operator/set-consent';
import { AppError } from '@parley/common/errors';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { retryConflicts } from '@parley/database/transactions/retry-conflicts';
import { changeConsents } from '@parley/messaging/consent/change-consents';
import type { ConsentChange } from '@parley/messaging/consent/decide-consents';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import type { InboxService } from '../service.ts';
import { findConsent, lockDecidedPerson } from './person.store.ts';

/**
 * Opts the person of a conversation out of marketing, or in again (docs/reference/consent.md#in-the-console-and-the-operator-api).
 * Errors: unknown_tenant, unknown_conversation.
 */
export const setConsent = verb(
  contract,
  async ({ database, bus, now }: InboxService, { slug, id, optedOut: isOptedOut }) => {
    const tenantId = await tenantOfSlug(database, slug);
    const { shown, instanceIds } = await retryConflicts(() =>
      database.transaction(async (sql) => {
        const person = await lockDecidedPerson(sql, tenantId, id);
        if (!person) throw new AppError('unknown_conversation');
        const { contactId, channel, peer: from, externalId, number, name: label } = person;
        const at = now();
        const change: ConsentChange = { tenantId, contactId, isOptedOut, by: 'operator', at };
        const decided = { channel, conversationId: id, from, account: { id: externalId, number, label } };
        const instanceIds = await appendEvents(sql, await changeConsents(sql, [{ change, person: decided }], at));
        return { shown: await findConsent(sql, tenantId, id), instanceIds };
      }),
    );
    wakeDeliveries(bus, instanceIds);
    tellInboxChanged(bus, [tenantId]);
    return shown;
  },
);
