import { publicUrlOf } from '@parley/runtime/environment';
import type { SendResult } from '../domain/after-attempt.ts';
import { DIGEST } from '../domain/plan-notifications.ts';
import type { Outgoing } from '../domain/prepare-job.ts';
import { chosenName, describeFacts, renderSms } from '../domain/render-message.ts';
import { turnOffUrl } from '../domain/signed-link.ts';
import type { NotificationsService } from '../service.ts';
import { beginJob } from '../storage/job-store.ts';
import { findCustomers, findTenantName } from '../storage/tenant-store.ts';
import { sendByEmail } from './send-by-email.ts';
import { sendBySms } from './send-by-sms.ts';
import { takeRoom } from './take-room.ts';

/** Renders the facts of a message and sends it by its way. */
export async function deliverNotification(
  service: NotificationsService,
  { job, recipient, address, items, facts }: Outgoing,
): Promise<SendResult> {
  const { cipher, database, environment } = service;
  const { id, kind, way } = job;
  const { id: recipientId, tenantId, name } = recipient;
  const full = await takeRoom(service, { tenantId, way, address });
  if (full) return full;
  const urlFor = (turnedOff: string | null): string =>
    turnOffUrl(cipher, publicUrlOf(environment), { recipientId, kind: turnedOff, address });
  const message = describeFacts({
    language: recipient.language,
    timeZone: recipient.timeZone,
    name,
    tenantName: await findTenantName(database.prisma, tenantId),
    kind,
    items,
    facts,
    customers: await findCustomers(database.prisma, tenantId, items),
    turnOffUrl: urlFor,
  });
  const begin = () => beginJob(database.prisma, job);
  if (way === 'sms') return sendBySms(service, tenantId, { id, to: address, text: renderSms(message) }, begin);
  const unsubscribeUrl = urlFor(kind === DIGEST ? null : kind);
  return sendByEmail(service, tenantId, { id, to: address, toName: chosenName(name), unsubscribeUrl, message }, begin);
}
