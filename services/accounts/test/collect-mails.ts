import { sendAccountMail } from '@parley/common/contracts/internal/send-account-mail';
import { type InputOf, subjectOf } from '@parley/common/define-contract';
import { beforeAll } from 'vitest';
import type { OpenConsole } from './open-console.ts';

/** The mails with links that the service has sent in a file; services/notifications answers that a server took them. */
export function collectMails(house: OpenConsole): InputOf<typeof sendAccountMail>[] {
  const mails: InputOf<typeof sendAccountMail>[] = [];
  beforeAll(() => {
    house.carrier.serve(subjectOf(sendAccountMail), 'notifications', async (payload) => {
      mails.push(JSON.parse(payload).input);
      return JSON.stringify({ ok: true, output: { isTaken: true } });
    });
  });
  return mails;
}
