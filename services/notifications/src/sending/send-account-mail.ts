import { verb } from '@parley/bus/verb';
import { sendAccountMail as contract } from '@parley/common/contracts/internal/send-account-mail';
import { makeId } from '@parley/common/ids';
import type { NotificationsService } from '../service.ts';
import { describeAccountMail } from '../wording/render-message.rules.ts';
import { sendByEmail } from './send-by-way.steps.ts';

/**
 * Sends a mail with a one-time link over the deployment's mail server (docs/reference/console.md#one-time-links).
 * Nothing is stored, because the link is a secret. There is one attempt, and the caller learns whether the server
 * accepted it.
 */
export const sendAccountMail = verb(contract, async (service: NotificationsService, input) => {
  const message = describeAccountMail(input);
  const mail = { id: makeId('ntf'), to: input.to, toName: input.to, unsubscribeUrl: null, message };
  const result = await sendByEmail(service, null, mail, async () => true);
  return { isTaken: result.outcome === 'accepted' };
});
