import type { BusClient } from '@parley/bus/bus-client';
import { sendAccountMail } from '@parley/common/contracts/internal/send-account-mail';
import { makeId } from '@parley/common/ids';
import type { MailLink } from '../use-cases/follow-links.ts';

/**
 * Mails with links, sent by services/notifications. While that service is down no mail is sent and the caller gets an
 * error.
 */
export const makeMailLink =
  (bus: Pick<BusClient, 'call'>): MailLink =>
  async (mail) => {
    const asked = bus.call(sendAccountMail, mail, { requestId: makeId('req') });
    return asked.then(
      ({ isTaken }) => isTaken,
      () => false,
    );
  };
