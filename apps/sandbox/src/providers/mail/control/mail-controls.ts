import { z } from 'zod';
import { defineControl, nothing } from '../../../control/define-control.ts';
import type { TakenMail } from '../state/mailbox.ts';

/** The mail server. */
export const MAIL_CONTROLS = {
  /** The received mails, and the CA of the server's certificate: PEM. */
  taken: defineControl({
    method: 'GET',
    path: '/mails',
    output: (answer: { mails: TakenMail[]; ca: string | null }) => answer,
  }),
  behaveMail: defineControl({
    method: 'POST',
    path: '/mail/behaviour',
    input: z.object({
      behaviour: z.enum(['take', 'busy', 'refuse', 'refuse_mail', 'silent_after_data', 'cut_after_data']).optional(),
      count: z.int().min(1).max(10_000).optional(),
      starttls: z.boolean().optional(),
    }),
    output: nothing,
  }),
};
