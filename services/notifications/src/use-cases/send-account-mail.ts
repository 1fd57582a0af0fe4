import type { sendAccountMail as contract } from '@parley/common/contracts/internal/send-account-mail';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { makeId } from '@parley/common/ids';
import { describeAccountMail } from '../domain/account-mail.ts';
import type { NotificationsService } from '../service.ts';
import { sendByEmail } from './send-by-email.ts';

/**
 * Sends a mail with a one-time link over the deployment's mail server (docs/reference/console.md#one-time-links).
 * Nothing is stored, because the link is a secret. There is one try, and the caller learns whether the server accepted
 * it.
 */
export async function sendAccountMail(
  service: NotificationsService,
  input: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const message = describeAccountMail(input);
  const mail = { id: makeId('ntf'), to: input.to, toName: input.to, unsubscribeUrl: null, message };
  const result = await sendByEmail(service, null, mail, async () => true);
  return { isTaken: result.outcome === 'accepted' };
}
