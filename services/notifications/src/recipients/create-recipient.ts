import type { tenantRecipients } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf, Scoped } from '@parley/common/define-contract';
import { AppError, fieldError, invalidField } from '@parley/common/errors';
import type { Language } from '@parley/common/languages/languages';
import { checkPlanLimit } from '@parley/common/workspace/plan-limits';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { tenantOrDeployment } from '@parley/database/tenant-of-slug';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import type { NotificationsService } from '../service.ts';
import { findSettings } from '../settings/settings.store.ts';
import { askFor } from './confirmation.rules.ts';
import { checkPhone, requestConfirmations } from './confirmation.steps.ts';
import { type ChosenModes, mergeKinds, type RecipientFields, toRecipientView, WAYS } from './recipient.rules.ts';
import { countRecipients, findPlan, insertRecipient, lockMember } from './recipient.store.ts';

type Create = Scoped<Omit<InputOf<typeof tenantRecipients.create>, 'kinds'>> & { kinds?: ChosenModes | undefined };

interface Person {
  name: string;
  email: string | null;
  language: Language;
}

const EXISTS = 'This member is a recipient already: change that recipient.';
const ITS_OWN = 'With member_id, the name and the address are those of the member: leave this field out.';
const NEEDED = { field: 'name', code: 'missing_name', message: 'name is required, unless member_id is given.' };

/**
 * Creates a recipient, and asks for a confirmation of each address (docs/reference/notifications.md#recipients).
 * Errors: unknown_tenant, unknown_member, invalid_phone, plan_limit_reached, rate_limited.
 */
export async function createRecipient(
  service: NotificationsService,
  input: Create,
): Promise<OutputOf<typeof tenantRecipients.create>> {
  const tenantId = await tenantOrDeployment(service.database, input);
  await checkPhone(service, tenantId, input.phone);
  const { memberId } = input;
  const person = readPerson(input);
  const now = service.now();
  // Read before the transaction: inside it, this would need a second connection of the pool.
  const settings = await findSettings(service.database.prisma, tenantId);
  const recipient = await service.database.prismaTransaction(async (transaction) => {
    await checkRoom(service, transaction, tenantId);
    const member = memberId === undefined ? null : await lockMember(transaction, { tenantId, memberId });
    const named = person ?? member;
    if (!named) throw new AppError('unknown_member');
    if (member?.isRecipient) throw invalidField('member_id', EXISTS);
    const row = { createdAt: now, memberRow: member?.id ?? null };
    const made = await insertRecipient(transaction.prisma, tenantId, fieldsFor(input, named), row);
    await requestConfirmations(service, transaction, made, askFor(made, WAYS, now), { now, settings });
    return made;
  });
  service.wakeSender();
  return toRecipientView(recipient);
}

/** The person outside the workspace that the input describes; null: a member. */
function readPerson({ memberId, name, email }: Create): Person | null {
  if (memberId === undefined) {
    if (name === undefined) throw fieldError([NEEDED]);
    return { name, email: email ?? null, language: 'en' };
  }
  if (name !== undefined) throw invalidField('name', ITS_OWN);
  if (email !== undefined) throw invalidField('email', ITS_OWN);
  return null;
}

const fieldsFor = (input: Create, { name, email, language }: Person): RecipientFields => ({
  name,
  email,
  emailConfirmedAt: null,
  phone: input.phone ?? null,
  phoneConfirmedAt: null,
  language: input.language ?? language,
  timeZone: input.timeZone,
  quiet: input.quietHours ?? null,
  kinds: mergeKinds({}, input.kinds ?? {}),
});

/** The deployment has no plan, because its recipients are the operator's own. */
async function checkRoom(
  { environment }: NotificationsService,
  { sql, prisma }: PrismaTransaction,
  tenantId: number | null,
): Promise<void> {
  if (tenantId === null) return;
  await lockTenant(sql, tenantId);
  const plan = await findPlan(prisma, tenantId);
  const has = await countRecipients(prisma, tenantId);
  checkPlanLimit(environment.PARLEY_PLAN_LIMITS, 'recipients', { plan, has });
}
