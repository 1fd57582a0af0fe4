import type { z } from 'zod';
import type { MailBehaviourInput } from '../providers/mail/control/mail-routes.ts';
import type { TakenMail } from '../providers/mail/state/mailbox.ts';
import type { SmsBehaviourInput } from '../providers/sms/control/sms-pages.ts';
import type { TakenSms } from '../providers/sms/state/sms-state.ts';
import type { CallControl } from './call-control.ts';

/** The mail server and the SMS providers. */
export interface NoticeDriver {
  mails(): Promise<TakenMail[]>;
  /** The CA of the mail server's certificate: PEM. */
  mailAuthority(): Promise<string>;
  behaveMail(input: z.input<typeof MailBehaviourInput>): Promise<void>;
  sms(): Promise<TakenSms[]>;
  behaveSms(input: z.input<typeof SmsBehaviourInput>): Promise<void>;
}

export const makeNoticeDriver = (call: CallControl): NoticeDriver => ({
  mails: async () => (await call<{ mails: TakenMail[] }>('GET', '/mails')).mails,
  mailAuthority: async () => (await call<{ ca: string }>('GET', '/mails')).ca,
  async behaveMail(input) {
    await call('POST', '/mail/behaviour', input);
  },
  sms: async () => (await call<{ sms: TakenSms[] }>('GET', '/sms-list')).sms,
  async behaveSms(input) {
    await call('POST', '/sms/behaviour', input);
  },
});
