import type { Sms } from '@parley/providers/sms/sms-client';
import type { SendResult } from '../domain/after-attempt.ts';
import { TEXTS } from '../domain/notification-texts.ts';
import type { Item } from '../domain/plan-notifications.ts';
import type { Recipient } from '../domain/recipient.ts';
import { chosenName, describeConfirmation, describeFacts, type Message, renderSms } from '../domain/render-message.ts';
import { confirmCode, confirmToken, type LinkSigner, turnOffToken } from '../domain/signed-link.ts';
import type { Confirmation } from '../storage/confirmation-store.ts';
import { CONFIRMATION, type Outgoing, type SendDueDeps } from './send-due.ts';

/** A mail before it is composed. */
export interface Mail {
  id: string;
  to: string;
  toName: string;
  /** Null: it is no notification, and there is nothing to turn off. */
  unsubscribeUrl: string | null;
  message: Message;
}

export interface DeliverMessageDeps {
  findTenantName(tenantId: number): Promise<string | null>;
  findCustomers(tenantId: number | null, items: readonly Item[]): Promise<Map<number, string>>;
  findConfirmation(recipientId: number, way: 'email' | 'sms', now: Date): Promise<Confirmation | null>;
  /** Sends over the tenant's own account, or the deployment's. */
  sendMail(tenantId: number | null, mail: Mail, begin: () => Promise<boolean>): Promise<SendResult>;
  sendSms(tenantId: number | null, sms: Sms, begin: () => Promise<boolean>): Promise<SendResult>;
  hasOwnAccount(tenantId: number | null, way: 'email' | 'sms'): Promise<boolean>;
  /**
   * Counts a notification; null: it may go, otherwise the result that delays it
   * (docs/reference/notifications.md#limits).
   */
  takeRoom(given: { tenantId: number | null; way: 'email' | 'sms'; address: string }): Promise<SendResult | null>;
  signer: LinkSigner;
  publicUrl: string;
  now(): Date;
}

/** Renders a message and sends it by its way. */
export function makeDeliverMessage(deps: DeliverMessageDeps): SendDueDeps['send'] {
  const turnOffUrl = ({ id }: Recipient, kind: string | null, address: string): string =>
    `${deps.publicUrl}/notifications/off/${turnOffToken(deps.signer, id, kind, address)}`;

  const tenantNameOf = async ({ tenantId }: Recipient): Promise<string | null> =>
    tenantId === null ? null : deps.findTenantName(tenantId);

  async function describe({ job, recipient, address, items, facts }: Outgoing): Promise<Message> {
    return describeFacts({
      language: recipient.language,
      timeZone: recipient.timeZone,
      name: recipient.name,
      tenantName: await tenantNameOf(recipient),
      kind: job.kind,
      items,
      facts,
      customers: await deps.findCustomers(recipient.tenantId, items),
      turnOffUrl: (kind) => turnOffUrl(recipient, kind, address),
    });
  }

  const isOfKind = ({ job: { kind } }: Outgoing): boolean => kind !== CONFIRMATION && kind !== 'digest';

  function mailOf(outgoing: Outgoing, message: Message): Mail {
    const { job, recipient, address } = outgoing;
    const unsubscribeUrl = turnOffUrl(recipient, isOfKind(outgoing) ? job.kind : null, address);
    const toName = job.kind === CONFIRMATION ? address : chosenName(recipient.name);
    return { id: job.id, to: address, toName, unsubscribeUrl, message };
  }

  /** Null when it has expired, concerns another address by now, or the account that it was counted for is gone. */
  async function sendConfirmation(outgoing: Outgoing, begin: () => Promise<boolean>): Promise<SendResult | null> {
    const { job, recipient, address } = outgoing;
    const waiting = await deps.findConfirmation(recipient.id, job.way, deps.now());
    if (!waiting || waiting.address !== address) return null;
    if (waiting.isOwnAccount && !(await deps.hasOwnAccount(recipient.tenantId, job.way))) return null;
    const confirming = { recipientId: recipient.id, ...waiting };
    if (job.way === 'sms') {
      const text = TEXTS[recipient.language].confirm.code(confirmCode(deps.signer, confirming));
      return deps.sendSms(recipient.tenantId, { id: job.id, to: address, text }, begin);
    }
    const message = describeConfirmation({
      language: recipient.language,
      tenantName: await tenantNameOf(recipient),
      confirmUrl: `${deps.publicUrl}/notifications/confirm/${confirmToken(deps.signer, confirming)}`,
      turnOffUrl: turnOffUrl(recipient, null, address),
    });
    return deps.sendMail(recipient.tenantId, mailOf(outgoing, message), begin);
  }

  return async (outgoing, begin) => {
    const { job, recipient, address } = outgoing;
    if (job.kind === CONFIRMATION) return sendConfirmation(outgoing, begin);
    const full = await deps.takeRoom({ tenantId: recipient.tenantId, way: job.way, address });
    if (full) return full;
    const message = await describe(outgoing);
    if (job.way === 'sms')
      return deps.sendSms(recipient.tenantId, { id: job.id, to: address, text: renderSms(message) }, begin);
    return deps.sendMail(recipient.tenantId, mailOf(outgoing, message), begin);
  };
}
