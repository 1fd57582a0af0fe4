import type { tenantRecipients } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf, Scoped } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import type { NotificationsService } from '../service.ts';
import { findSettings } from '../settings/settings.store.ts';
import { askFor } from './confirmation.rules.ts';
import { checkPhone, requestConfirmations } from './confirmation.steps.ts';
import {
  type ChosenModes,
  fieldsOf,
  memberFieldIn,
  mergeKinds,
  type Recipient,
  toRecipientView,
  WAYS,
} from './recipient.rules.ts';
import { findRecipient, lockRecipient, saveRecipient } from './recipient.store.ts';

type Update = Scoped<Omit<InputOf<typeof tenantRecipients.update>, 'kinds'>> & { kinds?: ChosenModes | undefined };

/**
 * Changes a recipient, and asks for a confirmation of each given address that has none
 * (docs/reference/notifications.md#recipients). Errors: unknown_tenant, unknown_recipient, invalid_phone, rate_limited.
 */
export async function updateRecipient(
  service: NotificationsService,
  input: Update,
): Promise<OutputOf<typeof tenantRecipients.update>> {
  const tenantId = await tenantOrDeployment(service.database, input);
  await checkPhone(service, tenantId, input.phone);
  const ways = WAYS.filter((way) => (way === 'email' ? input.email : input.phone) !== undefined);
  const now = service.now();
  // Read before the transaction: inside it, this would need a second connection of the pool.
  const settings = await findSettings(service.database.prisma, tenantId);
  const changed = await service.database.prismaTransaction(async (transaction) => {
    await lockRecipient(transaction.sql, input.id);
    const before = await findRecipient(transaction.prisma, tenantId, input.id);
    if (!before) throw new AppError('unknown_recipient');
    const after = applyUpdate(before, input);
    await saveRecipient(transaction.prisma, before, fieldsOf(after));
    await requestConfirmations(service, transaction, after, askFor(after, ways, now), { now, settings });
    return after;
  });
  service.wakeSender();
  return toRecipientView(changed);
}

/** A changed address is not confirmed any more. */
function applyUpdate(recipient: Recipient, { email, phone, quietHours, kinds, ...change }: Update): Recipient {
  const itsOwn = memberFieldIn(recipient, { name: change.name, email });
  if (itsOwn !== null)
    throw invalidField(itsOwn, `${itsOwn} belongs to the member, and only the member can change it.`);
  const sameEmail = email === undefined || email === recipient.email;
  const samePhone = phone === undefined || phone === recipient.phone;
  return {
    ...recipient,
    name: change.name ?? recipient.name,
    language: change.language ?? recipient.language,
    timeZone: change.timeZone ?? recipient.timeZone,
    ...(sameEmail ? {} : { email, emailConfirmedAt: null }),
    ...(samePhone ? {} : { phone, phoneConfirmedAt: null }),
    ...(quietHours === undefined ? {} : { quiet: quietHours }),
    kinds: mergeKinds(recipient.kinds, { ...kinds }),
  };
}
