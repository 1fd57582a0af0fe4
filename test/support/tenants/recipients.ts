import type { NoticeDriver } from '@parley/sandbox/driver/sandbox-driver';
import { pollUntil } from '@parley/testing/poll-until';
import { request } from 'undici';
import type { System } from '../system/system.ts';
import type { TestTenant } from './client.ts';

export type Mail = Awaited<ReturnType<NoticeDriver['mails']>>[number];

/** The newest mail to an address whose subject matches. */
export const mailTo = (system: System, address: string, subject: RegExp): Promise<Mail> =>
  pollUntil<Mail>(
    async () => {
      const mails = await system.sandbox.notices.mails();
      return mails.findLast((mail) => mail.envelopeTo.includes(address) && subject.test(mail.subject)) ?? null;
    },
    { what: () => `a mail to ${address} about ${subject}` },
  );

/** Opens a link from a mail as a browser, or a mail program, does. */
export const openLink = async (url: string, method: 'GET' | 'POST', body?: string) => {
  const headers = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.statusCode, text: await answer.body.text() };
};

/** The link that confirms an address. */
export async function confirmationLink(system: System, email: string): Promise<string> {
  const { text } = await mailTo(system, email, /./);
  return /https?:\S+\/notifications\/confirm\/\S+/.exec(text)?.[0] ?? '';
}

/** Adds a recipient who has confirmed the address; returns it. */
export async function addConfirmedRecipient(system: System, tenant: TestTenant): Promise<string> {
  const email = `people-${tenant.slug}@shop.example`;
  await tenant.admin('POST', '/recipients', { name: 'Ann', email });
  const { status } = await openLink(await confirmationLink(system, email), 'POST');
  if (status !== 200) throw new Error(`${email} was not confirmed: ${status}`);
  return email;
}
