import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import type { System } from '../system/system.ts';
import type { TestTenant } from './client.ts';
import { listAll } from './list-all.ts';

/** A notification as the operator API lists it. */
export interface Listed {
  id: string;
  status: string;
  recipient_id: number;
}

/** Message ids of the mails to a tenant's recipients. */
export async function idsOfMails({ sandbox }: Pick<System, 'sandbox'>, { slug }: TestTenant): Promise<string[]> {
  const mails = await sandbox.notices.mails();
  return mails
    .filter(({ envelopeTo }) => envelopeTo.some((address) => address.endsWith(`@${slug}.example`)))
    .map(({ headers }) => headers['message-id'] ?? '');
}

/** Waits until a tenant has at least `least` notifications, and each has an outcome. */
export function untilMailsEnd(tenant: TestTenant, least: number, deadlineMs: number): Promise<Listed[]> {
  let last = '';
  return pollUntil(
    async () => {
      const listed = await listAll<Listed>(tenant, '/notifications').catch(() => []);
      const ended = listed.filter(({ status }) => status === 'sent' || status === 'unknown');
      last = `${ended.length} of ${listed.length}, at least ${least}`;
      return listed.length >= least && ended.length === listed.length ? listed : null;
    },
    { deadlineMs, everyMs: 200, progress: () => last, what: () => `every notification to end: ${last}` },
  );
}

/** Asserts that no mail came twice, every mail listed as sent came, and no unlisted mail came. */
export async function expectMailsOnce(
  system: Pick<System, 'sandbox'>,
  tenant: TestTenant,
  ended: readonly Listed[],
): Promise<{ came: number; unknown: number }> {
  const came = await idsOfMails(system, tenant);
  const idOf = ({ id }: Listed): string => `<${id}@localhost.example>`;
  expect(new Set(came).size).toBe(came.length);
  const sent = ended.filter(({ status }) => status === 'sent').map(idOf);
  expect(sent.filter((id) => !came.includes(id))).toEqual([]);
  expect(came.filter((id) => !ended.map(idOf).includes(id))).toEqual([]);
  return { came: came.length, unknown: ended.length - sent.length };
}
