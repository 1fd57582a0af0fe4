import { publicUrlOf } from '@parley/runtime/environment';
import type { SendResult } from '../domain/after-attempt.ts';
import { hasOwnAccount } from '../domain/notification-settings.ts';
import { TEXTS } from '../domain/notification-texts.ts';
import type { Outgoing } from '../domain/prepare-job.ts';
import { describeConfirmation } from '../domain/render-message.ts';
import { confirmCode, confirmUrl, turnOffUrl } from '../domain/signed-link.ts';
import type { NotificationsService } from '../service.ts';
import { findConfirmation } from '../storage/confirmation-store.ts';
import { beginJob } from '../storage/job-store.ts';
import { findSettings } from '../storage/settings-store.ts';
import { findTenantName } from '../storage/tenant-store.ts';
import { sendByEmail } from './send-by-email.ts';
import { sendBySms } from './send-by-sms.ts';

/**
 * Sends the confirmation of an address. Null when it has expired, concerns another address by now, or the account that
 * it was counted for is gone.
 */
export async function deliverConfirmation(
  service: NotificationsService,
  { job, recipient, address }: Outgoing,
): Promise<SendResult | null> {
  const { cipher, database, environment } = service;
  const { prisma } = database;
  const { id: recipientId, tenantId, language } = recipient;
  const pending = await findConfirmation(prisma, recipientId, job.way, service.now());
  if (!pending || pending.address !== address) return null;
  if (pending.isOwnAccount && !hasOwnAccount(await findSettings(prisma, tenantId), job.way)) return null;
  const confirming = { recipientId, ...pending };
  const begin = () => beginJob(prisma, job);
  if (job.way === 'sms') {
    const text = TEXTS[language].confirm.code(confirmCode(cipher, confirming));
    return sendBySms(service, tenantId, { id: job.id, to: address, text }, begin);
  }
  const publicUrl = publicUrlOf(environment);
  const unsubscribeUrl = turnOffUrl(cipher, publicUrl, { recipientId, kind: null, address });
  const message = describeConfirmation({
    language,
    tenantName: await findTenantName(prisma, tenantId),
    confirmUrl: confirmUrl(cipher, publicUrl, confirming),
    turnOffUrl: unsubscribeUrl,
  });
  return sendByEmail(service, tenantId, { id: job.id, to: address, toName: address, unsubscribeUrl, message }, begin);
}
