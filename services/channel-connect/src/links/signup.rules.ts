import type { Cipher } from '@parley/database/encryption';
import type { ListedNumber } from '@parley/providers/graph/numbers/wa-numbers';
import type { TokenInspection } from '@parley/providers/graph/page-answers';
import type { SendFailure } from '@parley/providers/sent/send-outcome';
import { z } from 'zod';

/** Without these there are no messages. */
const NEEDED_SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'];
/** A person shares few accounts; each costs a call. */
const MAX_ACCOUNTS = 10;

const Signup = z.object({
  accessToken: z.string(),
  /** Null: the token does not expire. */
  expiresAt: z.iso.datetime().nullable(),
  /** The accounts that it may use, the newest first. */
  wabaIds: z.array(z.string()),
  /** A number that the popup named. */
  phoneNumberId: z.string().nullable(),
});
/** An authorization whose number is not connected yet. */
export type Signup = z.infer<typeof Signup>;

const StoredSignup = z.union([Signup, z.object({ connectedId: z.string() })]);
/** An authorization with its link: after the connection only the id of the number is left. */
export type StoredSignup = z.infer<typeof StoredSignup>;

const PURPOSE = 'connect_links.signup';

export const sealSignup = (cipher: Pick<Cipher, 'encrypt'>, signup: StoredSignup): string =>
  cipher.encrypt(JSON.stringify(signup), PURPOSE);

export const openSignup = (cipher: Pick<Cipher, 'decrypt'>, stored: string): StoredSignup =>
  StoredSignup.parse(JSON.parse(cipher.decrypt(stored, PURPOSE)));

/** The reason why a token gives no number; null when it does. */
export type SignupRefusal = 'provider_error' | 'missing_permissions' | 'not_granted' | 'no_number';

/**
 * The accounts to look for numbers in: the one that the popup claims, or all that were granted. A token whose scopes name no accounts
 * applies to all, so only a claim names one.
 */
export function grantedAccounts(
  { isValid, appId, scopes, granular }: TokenInspection,
  ownAppId: string | undefined,
  wabaId: string | null,
): { wabaIds: string[] } | { refusal: SignupRefusal } {
  if (!isValid || (appId !== null && appId !== ownAppId)) return { refusal: 'provider_error' };
  if (NEEDED_SCOPES.some((scope) => !scopes.includes(scope))) return { refusal: 'missing_permissions' };
  const targets = granular
    .filter(({ scope }) => NEEDED_SCOPES.includes(scope))
    .flatMap(({ targetIds }) => (targetIds === null ? [] : [targetIds]));
  const granted = targets.reduce<string[] | null>(
    (common, ids) => (common === null ? ids : common.filter((id) => ids.includes(id))),
    null,
  );
  if (wabaId !== null) return granted?.includes(wabaId) === false ? { refusal: 'not_granted' } : { wabaIds: [wabaId] };
  return granted === null || granted.length === 0
    ? { refusal: 'no_number' }
    : { wabaIds: granted.slice(0, MAX_ACCOUNTS) };
}

/** A number that a token may use, with its account. */
export interface GrantedNumber extends ListedNumber {
  wabaId: string;
}

const newestFirst = (a: GrantedNumber, b: GrantedNumber): number =>
  (b.onboardedAt ?? '').localeCompare(a.onboardedAt ?? '');

/** The number to connect, the numbers to choose from, or a refusal. A named number must be one of the granted ones. */
export function chooseNumber(
  numbers: readonly GrantedNumber[],
  phoneNumberId: string | null,
): { number: GrantedNumber } | { choose: GrantedNumber[] } | { refusal: SignupRefusal } {
  if (phoneNumberId !== null) {
    const number = numbers.find(({ id }) => id === phoneNumberId);
    return number ? { number } : { refusal: 'not_granted' };
  }
  const [only] = numbers;
  if (!only) return { refusal: 'no_number' };
  return numbers.length === 1 ? { number: only } : { choose: [...numbers].sort(newestFirst) };
}

/** Whether a number must be registered: one on the WhatsApp Business app is registered there. */
export const needsRegistration = ({ status, isOnBizApp }: ListedNumber): boolean =>
  !isOnBizApp && status !== 'CONNECTED';

/** Meta's limit of registrations, and how long it locks a number beyond it. */
const MAX_REGISTRATIONS = 10;
const LIMITED_MS = 72 * 3_600_000;

/** Registrations of a number by this tenant. */
export interface RegistrationLog {
  attempts: number;
  /** The first of them; null: none. */
  since: Date | null;
  lockedUntil: Date | null;
}

/** The log after one more registration, or until when there must be none. */
export function planRegistration(
  { attempts, since, lockedUntil }: RegistrationLog,
  now: Date,
): { lockedUntil: Date } | { attempts: number; since: Date } {
  if (lockedUntil !== null && lockedUntil > now) return { lockedUntil };
  const end = since === null ? now : new Date(since.getTime() + LIMITED_MS);
  if (since === null || end <= now) return { attempts: 1, since: now };
  return attempts >= MAX_REGISTRATIONS ? { lockedUntil: end } : { attempts: attempts + 1, since };
}

export const lockedUntilOf = (now: Date): Date => new Date(now.getTime() + LIMITED_MS);

/** The next step of a person after a registration that Meta refused. */
export type RegistrationProblem =
  | 'wrong_pin'
  | 'too_many_pins'
  | 'locked'
  | 'not_verified'
  | 'later'
  | 'no_answer'
  | 'refused';

const PROBLEMS: Readonly<Record<number, RegistrationProblem>> = {
  133000: 'later',
  133004: 'later',
  133005: 'wrong_pin',
  133006: 'not_verified',
  133008: 'too_many_pins',
  133009: 'too_many_pins',
  133015: 'later',
  133016: 'locked',
};

/** Without an answer the number may be registered. */
export const registrationProblem = ({ kind, provider }: SendFailure): RegistrationProblem =>
  kind === 'unknown' ? 'no_answer' : (PROBLEMS[Number(provider.code)] ?? 'refused');
