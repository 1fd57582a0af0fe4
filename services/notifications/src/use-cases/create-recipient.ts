import type { tenantRecipients } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, fieldError, invalidField } from '@parley/common/errors';
import { askFor, type NewConfirmation } from '../domain/ask-for.ts';
import {
  type ChosenModes,
  mergeKinds,
  type Recipient,
  type RecipientFields,
  toRecipientView,
  WAYS,
} from '../domain/recipient.ts';
import type { CheckPhone } from './check-phone.ts';

type Create = Omit<InputOf<typeof tenantRecipients.create>, 'slug' | 'kinds'> & { kinds?: ChosenModes | undefined };
type View = OutputOf<typeof tenantRecipients.create>;
type ConfirmationsOf = (recipient: Recipient) => NewConfirmation[];

/** A member who becomes a recipient. */
export interface ChosenMember {
  name: string;
  email: string;
  language: 'en' | 'ar';
}

export interface CreateRecipientDeps {
  /** Inserts the recipient and the confirmations of its addresses in one transaction. */
  insertRecipient(
    tenantId: number | null,
    fields: RecipientFields,
    confirmationsOf: ConfirmationsOf,
    now: Date,
  ): Promise<Recipient>;
  /** The same for a member, who cannot be removed meanwhile; null: there is no such member. */
  insertMemberRecipient(
    of: { tenantId: number | null; memberId: string },
    fieldsOf: (member: ChosenMember) => RecipientFields,
    confirmationsOf: ConfirmationsOf,
    now: Date,
  ): Promise<Recipient | 'exists' | null>;
  checkPhone: CheckPhone;
  /** Called when messages are due. */
  wakeSender(): void;
  now(): Date;
}

const EXISTS = 'member_id is a recipient already: change that one.';
const ITS_OWN = 'The name and the address of a member are their own: leave it out beside member_id.';
const NEEDED = { field: 'name', code: 'missing_name', message: 'name is required, unless member_id is given.' };

/** Creates a recipient (docs/reference/notifications.md#recipients). */
export function makeCreateRecipient({
  insertRecipient,
  insertMemberRecipient,
  checkPhone,
  wakeSender,
  now,
}: CreateRecipientDeps) {
  const fieldsFor = (input: Create, of: ChosenMember | { name: string }): RecipientFields => ({
    name: of.name,
    email: 'email' in of ? of.email : (input.email ?? null),
    emailConfirmedAt: null,
    phone: input.phone ?? null,
    phoneConfirmedAt: null,
    language: input.language ?? ('language' in of ? of.language : 'en'),
    timeZone: input.timeZone,
    quiet: input.quietHours ?? null,
    kinds: mergeKinds({}, input.kinds ?? {}),
  });

  async function ofMember(tenantId: number | null, memberId: string, input: Create): Promise<Recipient> {
    if (input.name !== undefined) throw invalidField('name', ITS_OWN);
    if (input.email !== undefined) throw invalidField('email', ITS_OWN);
    const at = now();
    const made = await insertMemberRecipient(
      { tenantId, memberId },
      (member) => fieldsFor(input, member),
      (recipient) => askFor(recipient, WAYS, at),
      at,
    );
    if (made === null) throw new AppError('unknown_member');
    if (made === 'exists') throw invalidField('member_id', EXISTS);
    return made;
  }

  async function ofOther(tenantId: number | null, input: Create): Promise<Recipient> {
    if (input.name === undefined) throw fieldError([NEEDED]);
    const at = now();
    const fields = fieldsFor(input, { name: input.name });
    return insertRecipient(tenantId, fields, (recipient) => askFor(recipient, WAYS, at), at);
  }

  /** Errors: unknown_member, invalid_phone, plan_limit_reached, rate_limited. */
  return async (tenantId: number | null, input: Create): Promise<View> => {
    const { memberId } = input;
    await checkPhone(tenantId, input.phone);
    const made = await (memberId === undefined ? ofOther(tenantId, input) : ofMember(tenantId, memberId, input));
    wakeSender();
    return toRecipientView(made);
  };
}
