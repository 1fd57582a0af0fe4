import { tellInboxChanged } from '@parley/bus/tell-inbox-changed';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { setConsent as contract } from '@parley/common/contracts/operator/consent';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { retryConflicts } from '@parley/database/retry-conflicts';
import { tenantOfSlug } from '@parley/database/tenant-of-slug';
import { changeConsents } from '@parley/messaging/consent/change-consents';
import type { ConsentChange } from '@parley/messaging/consent/decide-consents';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { showConsent } from '../domain/show-consent.ts';
import type { InboxService } from '../service.ts';
import { findConsent, lockDecidedPerson } from '../storage/consent-store.ts';

/**
 * Opts the person of a conversation out of marketing, or in again (docs/reference/consent.md#in-the-console-and-the-operator-api).
 * Errors: unknown_tenant, unknown_conversation.
 */
export async function setConsent(
  { database, bus, now }: InboxService,
  { slug, id, optedOut: isOptedOut }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
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
      return { shown: showConsent(await findConsent(sql, tenantId, id)), instanceIds };
    }),
  );
  wakeDeliveries(bus, instanceIds);
  tellInboxChanged(bus, [tenantId]);
  return shown;
}
