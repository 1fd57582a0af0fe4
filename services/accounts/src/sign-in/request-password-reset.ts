import { verb } from '@parley/bus/verb';
import { visitorOf } from '@parley/common/call-context';
import { requestPasswordReset as contract } from '@parley/common/contracts/console/sign-in';
import type { Language } from '@parley/common/languages/languages';
import { publicUrlOf } from '@parley/runtime/environment';
import { emailKeyOf } from '../members/member.rules.ts';
import { findAccounts } from '../people/person.store.ts';
import type { AccountsService } from '../service.ts';
import { throttleAttempt } from './attempt.steps.ts';
import { makeToken, newLink } from './link.rules.ts';
import { saveLink } from './link.store.ts';
import { mailLink, reserveMailQuota } from './mail-link.steps.ts';

const VALID_MS = 3_600_000;
/** Delays the mail until the answer is sent, so that response times do not reveal whether an address is known. */
const MAIL_AFTER_MS = 250;

/**
 * Sends the mail after the answer, which is the same for an unknown address
 * (docs/reference/console.md#one-time-links). Errors: rate_limited.
 */
export const requestPasswordReset = verb(contract, async (service: AccountsService, { email, language }, context) => {
  const emailKey = emailKeyOf(email);
  await throttleAttempt(service, emailKey, visitorOf(context), 'password-reset');
  const onFailure = (err: unknown): void =>
    service.logger.warn('account-mail.failed', { err }, 'A mail with a one-time link could not be sent.');
  setTimeout(() => void mailReset(service, emailKey, language).catch(onFailure), MAIL_AFTER_MS);
  return { ok: true };
});

async function mailReset(service: AccountsService, emailKey: string, language: Language): Promise<void> {
  const { database, bus, environment, now } = service;
  const accounts = await findAccounts(database.prisma, emailKey);
  // A person who set up a second factor without confirming the address stays separate from its reader.
  const member = accounts.find((one) => one.isConfirmed || !one.hasSecondFactor) ?? accounts[0];
  if (!member) return;
  const { tenantId, email, id: memberRow } = member;
  await reserveMailQuota(service, { purpose: 'password-reset', tenantId, address: email });
  const token = makeToken();
  const link = { kind: 'password_reset', tenantId, memberRow, email, emailKey, isMailed: true } as const;
  await saveLink(database.prisma, newLink(link, { token, at: now(), validMs: VALID_MS }));
  // The token follows the #, so that no server receives it and no log contains it.
  const url = `${publicUrlOf(environment)}/console/new-password#${token}`;
  await mailLink(bus, { kind: 'password_reset', to: email, language, workspace: null, url });
}
