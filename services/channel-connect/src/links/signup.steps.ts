import type { SignupStep } from '@parley/common/contracts/internal/connect-link';
import { isConnectedElsewhere } from '../channels/account.store.ts';
import { sealWa } from '../connecting/credentials.rules.ts';
import { digitsOf } from '../connecting/phone-number.rules.ts';
import type { ChannelConnectService } from '../service.ts';
import type { GrantedAccount } from './dialog.rules.ts';
import { type Ask, connectAccounts, makeAsk } from './granted.steps.ts';
import { type ConnectLink, ConnectRefused, type ConnectResult } from './link.rules.ts';
import { findRegistrations, keepRegistration, lockRegistrationLog, lockRegistrations } from './registration.store.ts';
import {
  chooseNumber,
  type GrantedNumber,
  lockedUntilOf,
  needsRegistration,
  planRegistration,
  type RegistrationProblem,
  registrationProblem,
  type Signup,
} from './signup.rules.ts';

/** A person's answer about a number: the choice among several, and its PIN. */
export interface NumberGiven {
  phoneNumberId: string | null;
  pin: string | null;
}

type Stopped = { problem: RegistrationProblem; until: string | null; message: string | null };
/** A question to the person, or the reason why the number cannot be registered now. */
export type NumberStep = Extract<SignupStep, { choose: unknown } | { pin: unknown }> | { stopped: Stopped };

/** A page shows no more numbers. */
const MAX_SHOWN = 50;
const MAX_MESSAGE = 500;

/** A registration that was not carried out, or whose outcome is unknown. */
class RegistrationStopped extends Error {
  readonly problem: RegistrationProblem;
  readonly until: Date | null;
  constructor(problem: RegistrationProblem, until: Date | null = null, message = '') {
    super(message);
    this.name = 'RegistrationStopped';
    this.problem = problem;
    this.until = until;
  }
}

const shown = ({ id, displayNumber, verifiedName }: GrantedNumber) => ({
  id,
  number: displayNumber,
  name: verifiedName,
});

function stepAfter(number: GrantedNumber, { problem, until, message }: RegistrationStopped): NumberStep {
  if (problem === 'wrong_pin' || problem === 'no_answer') return { pin: { number: shown(number), problem } };
  const told = problem === 'locked' || message === '' ? null : message.slice(0, MAX_MESSAGE);
  return { stopped: { problem, until: until?.toISOString() ?? null, message: told } };
}

async function listNumbers(
  { graph }: Pick<ChannelConnectService, 'graph'>,
  { accessToken, wabaIds }: Signup,
  ask: Ask,
): Promise<GrantedNumber[]> {
  const found: GrantedNumber[] = [];
  for (const wabaId of wabaIds) {
    const numbers = await ask(() => graph.listNumbers(wabaId, accessToken));
    found.push(...numbers.map((number) => ({ ...number, wabaId })));
  }
  return found;
}

/** Counts one more registration; returns until when there must be none, and counts nothing. */
const reserveRegistration = (
  { database, now }: Pick<ChannelConnectService, 'database' | 'now'>,
  row: { id: number; tenantId: number },
): Promise<Date | null> =>
  database.prismaTransaction(async (transaction) => {
    const plan = planRegistration(await lockRegistrationLog(transaction.sql, row), now());
    if ('lockedUntil' in plan) return plan.lockedUntil;
    await keepRegistration(transaction, row, plan);
    return null;
  });

/**
 * Registers the number once with the person's PIN. The attempt is stored before the call, and no call is repeated by
 * itself: Meta locks a number for three days after ten. Throws {@link RegistrationStopped}.
 */
async function register(
  service: ChannelConnectService,
  { tenantId, accountId }: { tenantId: number; accountId: number },
  number: GrantedNumber,
  { accessToken }: Signup,
  pin: string,
): Promise<void> {
  const { database, graph } = service;
  const row = { id: accountId, tenantId };
  const reserved = await reserveRegistration(service, row);
  if (reserved !== null) throw new RegistrationStopped('locked', reserved);
  const registered = await graph.register(number.id, accessToken, pin);
  if (registered.ok) return;
  const problem = registrationProblem(registered.failure);
  if (problem === 'no_answer') {
    const listed = await graph.listNumbers(number.wabaId, accessToken);
    const now = listed.ok ? listed.value.find(({ id }) => id === number.id) : undefined;
    if (now && !needsRegistration(now)) return;
  }
  const until = problem === 'locked' ? lockedUntilOf(service.now()) : null;
  if (until) await lockRegistrations(database, row, until);
  throw new RegistrationStopped(problem, until, registered.failure.provider.message);
}

function toAccount({ cipher }: ChannelConnectService, number: GrantedNumber, signup: Signup): GrantedAccount {
  const digits = digitsOf(number.displayNumber ?? '');
  const phone = digits === null ? null : `+${digits}`;
  return {
    channel: 'wa',
    externalId: number.id,
    name: number.verifiedName || phone || number.id,
    number: phone,
    wabaId: number.wabaId,
    credentials: sealWa(cipher, signup.accessToken),
    pageId: null,
    tokenDueAt: null,
    tokenExpiresAt: signup.expiresAt === null ? null : new Date(signup.expiresAt),
    isOnBizApp: number.isOnBizApp,
  };
}

/**
 * Connects the number of an authorization: subscribes the app, and registers the number if it must be
 * (docs/reference/channels.md#numbers-by-a-link). Otherwise returns what the person is asked for. Throws
 * {@link ConnectRefused}.
 */
export async function connectNumber(
  service: ChannelConnectService,
  link: ConnectLink,
  signup: Signup,
  { phoneNumberId, pin }: NumberGiven,
): Promise<ConnectResult | NumberStep> {
  const { database, graph } = service;
  const { tenantId } = link;
  const ask = makeAsk();
  const chosen = chooseNumber(await listNumbers(service, signup, ask), phoneNumberId ?? signup.phoneNumberId);
  if ('refusal' in chosen) throw new ConnectRefused(chosen.refusal);
  if ('choose' in chosen) return { choose: chosen.choose.slice(0, MAX_SHOWN).map(shown) };
  const { number } = chosen;
  if (await isConnectedElsewhere(database, { channel: 'wa', externalId: number.id, tenantId }))
    throw new ConnectRefused('already_connected');
  const mustRegister = needsRegistration(number);
  try {
    if (mustRegister && pin === null) {
      const plan = planRegistration(await findRegistrations(database, tenantId, number.id), service.now());
      if ('lockedUntil' in plan) throw new RegistrationStopped('locked', plan.lockedUntil);
      return { pin: { number: shown(number), problem: null } };
    }
    await connectAccounts(service, link, [toAccount(service, number, signup)], async ([held]) => {
      await ask(() => graph.subscribeApp(number.wabaId, signup.accessToken));
      if (held && mustRegister && pin !== null)
        await register(service, { tenantId, accountId: held.accountId }, number, signup, pin);
    });
    return { status: 'success', channel: 'wa', ids: [number.id] };
  } catch (error) {
    if (error instanceof RegistrationStopped) return stepAfter(number, error);
    throw error;
  }
}
