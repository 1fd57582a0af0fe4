import { at } from '@parley/common/at';
import { type CallContext, type Visitor, visitorOf } from '@parley/common/call-context';
import type { signIn } from '@parley/common/contracts/console/sign-in';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { emailKeyOf, type Member, type MemberSecrets, ownsAddress } from '../members/member.rules.ts';
import { findAccounts, takeRecoveryCode, takeTotpStep } from '../people/person.store.ts';
import { hashRecoveryCode, matchTotp, TOTP_PURPOSE } from '../people/second-factor.rules.ts';
import type { AccountsService } from '../service.ts';
import { accountHash, type CountedBy, countedBy, placesOf, type TriedFor } from './attempt.rules.ts';
import {
  deleteExcessPlaces,
  findKnownPlaces,
  lockFailures,
  resetFailures,
  saveFailures,
  savePlaces,
  takeBackFailures,
} from './attempt.store.ts';

/** Returns the account whose password and code match. Errors: wrong_credentials, second_factor_required, rate_limited. */
export async function enterAccount(
  service: AccountsService,
  accounts: readonly MemberSecrets[],
  { email, password, code }: InputOf<typeof signIn>,
  context: CallContext,
): Promise<MemberSecrets> {
  const visitor = visitorOf(context);
  const emailKey = emailKeyOf(email);
  await throttleAttempt(service, emailKey, visitor);
  const hashes = accounts.map(({ passwordHash }) => passwordHash);
  const position = await service.passwords.match(hashes, password);
  if (position === null) throw new AppError('wrong_credentials');
  const member = at(accounts, position);
  if (member.hasSecondFactor && !(await checkCode(service, member, code ?? '')))
    throw new AppError('second_factor_required');
  await recordSuccess(service, emailKey, visitor, { isOwner: ownsAddress(member, accounts) });
  return member;
}

/** Checks a secret of a signed-in member, with the limits of a sign-in. Errors: `refusal`, rate_limited. */
export async function proveSecret(
  service: AccountsService,
  member: MemberSecrets,
  { check, refusal }: { check(): Promise<boolean>; refusal: 'wrong_credentials' | 'second_factor_required' },
  context: CallContext,
): Promise<void> {
  const emailKey = emailKeyOf(member.email);
  await throttleAttempt(service, emailKey, visitorOf(context));
  if (!(await check())) throw new AppError(refusal);
  const isOwner = ownsAddress(member, await findAccounts(service.database.prisma, emailKey));
  await recordSuccess(service, emailKey, visitorOf(context), { isOwner });
}

/** Accepts a code of the authenticator or a recovery code, each once (docs/reference/console.md#second-factor). */
export async function checkCode(
  { database, cipher, now }: AccountsService,
  { personId, totpSecret, totpStep }: MemberSecrets,
  code: string,
): Promise<boolean> {
  if (totpSecret === null) return false;
  const secret = cipher.decrypt(totpSecret, TOTP_PURPOSE);
  const step = matchTotp(secret, code.trim(), { at: now(), lastStep: totpStep });
  return step === null
    ? takeRecoveryCode(database, personId, hashRecoveryCode(code))
    : takeTotpStep(database.prisma, personId, step);
}

/**
 * Throttles guesses of one account's secrets, and of many accounts' from one network. Counts an attempt before its
 * secret is checked, so that concurrent attempts are counted too. Errors: rate_limited, and then nothing is counted.
 */
export async function throttleAttempt(
  service: AccountsService,
  emailKey: string,
  visitor: Visitor,
  triedFor: TriedFor = 'secret',
): Promise<void> {
  const at = service.now();
  const counters = await findCounters(service, emailKey, visitor, triedFor);
  await service.database.transaction(async (sql) => {
    const subjects = counters.map(({ subject }) => subject);
    const held = await lockFailures(sql, subjects);
    const counted = counters.flatMap(({ subject, rule }) => {
      const failures = held.find((one) => one.subject.equals(subject));
      if (!failures) return [];
      const pauseMs = rule.pauseBefore(failures, at);
      if (pauseMs > 0) throw rateLimited(pauseMs);
      return [{ ...rule.afterAttempt(failures, at), subject }];
    });
    await saveFailures(sql, counted);
  });
}

const rateLimited = (pauseMs: number): AppError =>
  new AppError('rate_limited', {
    message: 'Too many wrong passwords for this account or from this address.',
    retry_after: Math.ceil(pauseMs / 1000),
  });

/**
 * Notes that the secret of an attempt was right. Only the owner of an address that several people have resets counters
 * and becomes known: another one's success must not pay for guesses.
 */
async function recordSuccess(
  service: AccountsService,
  emailKey: string,
  visitor: Visitor,
  { isOwner }: { isOwner: boolean },
): Promise<void> {
  const { database } = service;
  const counters = await findCounters(service, emailKey, visitor, 'secret');
  const subjectsOf = (counted: typeof counters): Buffer[] => counted.map(({ subject }) => subject);
  if (!isOwner) return takeBackFailures(database, subjectsOf(counters));
  await resetFailures(database.prisma, subjectsOf(counters.filter(({ endsWithSuccess }) => endsWithSuccess)));
  await takeBackFailures(database, subjectsOf(counters.filter(({ endsWithSuccess }) => !endsWithSuccess)));
  await rememberPlace(service, emailKey, visitor);
}

/** The counters of an attempt (docs/reference/console.md#wrong-passwords). */
async function findCounters(
  { database }: AccountsService,
  emailKey: string,
  visitor: Visitor,
  triedFor: TriedFor,
): Promise<CountedBy[]> {
  const known = await findKnownPlaces(database.prisma, accountHash(emailKey), placesOf(emailKey, visitor));
  return countedBy(emailKey, visitor, { known, triedFor });
}

/**
 * Remembers the browser of a member who came by a link and owns the address, so that a stranger's wrong passwords never
 * delay them there.
 */
export async function rememberOwner(
  service: AccountsService,
  { email, memberId }: Pick<Member, 'email' | 'memberId'>,
  context: CallContext,
): Promise<void> {
  const emailKey = emailKeyOf(email);
  const accounts = await findAccounts(service.database.prisma, emailKey);
  const isOwner = accounts.some(
    (own) => ownsAddress(own, accounts) && (accounts.length === 1 || own.memberId === memberId),
  );
  if (isOwner) await rememberPlace(service, emailKey, visitorOf(context));
}

/** Per account: enough for the devices of a person, and a limit where each sign-in comes without a cookie. */
const PLACES_MAX = 50;

/** Remembers the device and the network of a person who proved that the account is theirs. */
export async function rememberPlace(
  { database, now }: AccountsService,
  emailKey: string,
  visitor: Visitor,
  placesMax = PLACES_MAX,
): Promise<void> {
  const account = accountHash(emailKey);
  const { device, network } = placesOf(emailKey, visitor);
  const at = now();
  await database.prismaTransaction(async ({ prisma, sql }) => {
    await savePlaces(sql, account, [network, ...(device ? [device] : [])], at);
    await deleteExcessPlaces(prisma, account, placesMax);
  });
}
