import type { operatorRecipients, tenantRecipients } from '@parley/common/contracts/operator/recipients';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError, invalidField } from '@parley/common/errors';
import type { NotificationChannel } from '@parley/common/notification-kinds';
import { type Page, pageOf, readCursor } from '@parley/database/list-cursor';
import { askFor, MAX_TRIES, type NewConfirmation } from '../domain/ask-for.ts';
import {
  fieldsOf,
  mergeKinds,
  type Recipient,
  type RecipientFields,
  toRecipientView,
  WAYS,
} from '../domain/recipient.ts';
import { memberFieldIn } from '../domain/recipient-member.ts';
import { confirmCode, type LinkSigner } from '../domain/signed-link.ts';
import type { Confirmation } from '../storage/confirmation-store.ts';
import type { CheckPhone } from './check-phone.ts';

type Scoped<T> = Omit<T, 'slug'>;
type Update = Scoped<InputOf<typeof tenantRecipients.update> | InputOf<typeof operatorRecipients.update>>;
type View = OutputOf<typeof tenantRecipients.create>;

export interface ManageRecipientsDeps {
  listRecipientsAfter(tenantId: number | null, id: number, count: number): Promise<Recipient[]>;
  /** Locks the recipient meanwhile; null when there is none in this scope. */
  changeRecipient(
    tenantId: number | null,
    id: number,
    change: (recipient: Recipient) => { fields: RecipientFields; confirmations: NewConfirmation[] },
    now: Date,
  ): Promise<Recipient | null>;
  checkPhone: CheckPhone;
  deleteRecipient(tenantId: number | null, id: number): Promise<boolean>;
  findRecipient(tenantId: number | null, id: number): Promise<Recipient | null>;
  takeCodeTry(recipientId: number, now: Date, maxTries: number): Promise<Confirmation | null>;
  confirmAddress(given: { recipientId: number; way: NotificationChannel; nonce: string; now: Date }): Promise<boolean>;
  signer: LinkSigner;
  /** Called when messages are due. */
  wakeSender(): void;
  now(): Date;
}

/** Recipients of a tenant, or of the deployment where `tenantId` is null (docs/reference/notifications.md#recipients). */
export function makeManageRecipients(deps: ManageRecipientsDeps) {
  function applyUpdate(recipient: Recipient, { email, phone, quietHours, kinds, ...change }: Update): Recipient {
    const itsOwn = memberFieldIn(recipient, { name: change.name, email });
    if (itsOwn !== null) throw invalidField(itsOwn, `${itsOwn} is that of the member, who changes it themselves.`);
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

  return {
    async list(
      tenantId: number | null,
      { limit, cursor }: { limit: number; cursor?: string | undefined },
    ): Promise<Page<View>> {
      const rows = await deps.listRecipientsAfter(tenantId, readCursor(cursor), limit + 1);
      return pageOf(rows, limit, toRecipientView);
    },

    /** Errors: unknown_recipient, invalid_phone, rate_limited. */
    async update(tenantId: number | null, input: Update): Promise<View> {
      await deps.checkPhone(tenantId, input.phone);
      const ways = WAYS.filter((way) => (way === 'email' ? input.email : input.phone) !== undefined);
      const change = (recipient: Recipient) => {
        const fields = fieldsOf(applyUpdate(recipient, input));
        return { fields, confirmations: askFor({ ...recipient, ...fields }, ways, deps.now()) };
      };
      const changed = await deps.changeRecipient(tenantId, input.id, change, deps.now());
      if (!changed) throw new AppError('unknown_recipient');
      deps.wakeSender();
      return toRecipientView(changed);
    },

    /** Errors: unknown_recipient. */
    async remove(tenantId: number | null, id: number): Promise<{ deleted: true }> {
      if (!(await deps.deleteRecipient(tenantId, id))) throw new AppError('unknown_recipient');
      return { deleted: true };
    },

    /** Errors: unknown_recipient, invalid_code. */
    async confirm(tenantId: number | null, { id, code }: { id: number; code: string }): Promise<View> {
      const recipient = await deps.findRecipient(tenantId, id);
      if (!recipient) throw new AppError('unknown_recipient');
      const now = deps.now();
      const confirmation = await deps.takeCodeTry(id, now, MAX_TRIES);
      const isRight = confirmation && confirmCode(deps.signer, { recipientId: id, ...confirmation }) === code;
      if (!isRight || !(await deps.confirmAddress({ recipientId: id, way: 'sms', nonce: confirmation.nonce, now })))
        throw invalidField(
          'code',
          'code is not the one that was sent last, or it is over: give the phone again for a new one.',
        );
      return toRecipientView({ ...recipient, phoneConfirmedAt: now });
    },
  };
}
