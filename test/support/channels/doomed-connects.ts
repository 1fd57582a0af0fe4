import type { NextFault } from '@parley/sandbox/driver/sandbox-driver';
import type { System } from '../system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../tenants/client.ts';
import { comeBack, newVisitor, openDialog, pressDialog, REDIRECT_URL, redirectParameters } from './connect-channels.ts';
import {
  lookAtNumber,
  makeNumber,
  makeSignupLink,
  openSignup,
  reportCode,
  reportPin,
  type SignupAnswer,
} from './signup-walk.ts';

/** A connection whose process dies while the platform works on one of its steps. */
export interface DoomedConnect {
  tenant: TestTenant;
  channel: 'wa' | 'ig';
  /** Id of the account. */
  id: string;
  /** The call of the platform at which it dies; null: while the connection is stored. */
  call: (Pick<NextFault, 'provider'> & { path: string }) | null;
  /** Sends the request that is never answered. */
  begin(): Promise<unknown>;
  /** The account as the platform has it. */
  look(): Promise<{ isSubscribed: boolean; registrations: number }>;
  /** The person continues from where the page stood; returns the parameters of the redirect. */
  goOn(): Promise<Record<string, string>>;
}

const PIN = '581063';

/** Where Embedded Signup may die; its page knows the authorization from the third step on. */
export const SIGNUP_CALLS = ['exchange', 'inspect', 'numbers', 'subscribe', 'register', 'store'] as const;
export type SignupCall = (typeof SIGNUP_CALLS)[number];

const signupCallOf = (call: SignupCall, wabaId: string, phoneNumberId: string): DoomedConnect['call'] =>
  (
    ({
      exchange: { provider: 'fb', path: '/oauth/access_token' },
      inspect: { provider: 'fb', path: '/debug_token' },
      numbers: { provider: 'wa', path: `/${wabaId}/phone_numbers` },
      subscribe: { provider: 'wa', path: `/${wabaId}/subscribed_apps` },
      register: { provider: 'wa', path: `/${phoneNumberId}/register` },
      store: null,
    }) as const
  )[call];

function parametersOf({ step, status, error }: SignupAnswer): Record<string, string> {
  if (typeof step?.location !== 'string') throw new Error(`No redirect: ${status} ${error} ${JSON.stringify(step)}`);
  return redirectParameters(new URL(step.location));
}

/** A number that needs a registration, on its way through the page of a link. */
export async function prepareSignup(system: System, call: SignupCall): Promise<DoomedConnect> {
  const tenant = await makeTenant(system, { connectWa: false });
  const made = await makeNumber(system);
  const link = await makeSignupLink(tenant);
  let page = await openSignup(link);
  const isLate = call === 'subscribe' || call === 'register' || call === 'store';
  if (isLate) await page.report(await reportCode(system, made));
  const withPin = async (answer: SignupAnswer): Promise<SignupAnswer> =>
    answer.step?.pin ? page.report(reportPin(PIN)) : answer;
  return {
    tenant,
    channel: 'wa',
    id: made.phoneNumberId,
    call: signupCallOf(call, made.wabaId, made.phoneNumberId),
    begin: async () => page.report(isLate ? reportPin(PIN) : await reportCode(system, made)),
    async look() {
      const { account, number } = await lookAtNumber(system, made);
      return { isSubscribed: account.subscribed, registrations: number?.registeredAtMs?.length ?? 0 };
    },
    async goOn() {
      const answer = await withPin(await page.report(reportPin(null)));
      if (parametersOf(answer).error !== 'state_mismatch') return parametersOf(answer);
      // Without a stored authorization the link is opened again.
      page = await openSignup(link);
      return parametersOf(await withPin(await page.report(await reportCode(system, made))));
    },
  };
}

/** Where Instagram Login may die. */
export const LOGIN_CALLS = ['exchange', 'long token', 'account', 'subscribe', 'store'] as const;
export type LoginCall = (typeof LOGIN_CALLS)[number];

const LOGIN_PATHS: Record<LoginCall, string | null> = {
  exchange: '/instagram/oauth/access_token',
  'long token': '/instagram/access_token',
  account: '/me',
  subscribe: '/me/subscribed_apps',
  store: null,
};

/** An account with Instagram Login, whose person has agreed in the dialog. */
export async function prepareLogin(system: System, call: LoginCall): Promise<DoomedConnect> {
  const tenant = await makeTenant(system, { channels: ['ig'], connectWa: false });
  const userId = uniqueDigits('178414');
  const { app_scoped_id: login } = await system.sandbox.graph.putLogin({ user_id: userId });
  const asked = { channel: 'ig', via: 'instagram', redirect_url: REDIRECT_URL };
  const link: string = (await tenant.get('connect-link', asked)).body.connect_url;
  const agree = async () => {
    const visitor = newVisitor();
    const callback = await pressDialog(await openDialog(link, visitor), 'continue', { login });
    return () => comeBack(callback, visitor);
  };
  const first = await agree();
  const path = LOGIN_PATHS[call];
  return {
    tenant,
    channel: 'ig',
    id: userId,
    call: path === null ? null : { provider: 'ig', path },
    begin: first,
    async look() {
      const { subscribed_fields: fields } = await system.sandbox.graph.putLogin({ user_id: userId });
      return { isSubscribed: fields !== null, registrations: 0 };
    },
    async goOn() {
      const again = await agree();
      return redirectParameters(await again());
    },
  };
}
