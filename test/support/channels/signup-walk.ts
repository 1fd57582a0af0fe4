import { request } from 'undici';
import type { System } from '../system/system.ts';
import { type TestTenant, uniqueDigits } from '../tenants/client.ts';
import { newVisitor, pressContinue, REDIRECT_URL } from './connect-channels.ts';

/** The button that opens the popup; with a second configuration the page asks which kind of number it is. */
export const POPUP_BUTTON = /^(Continue with Facebook|I use another number)$/;

/** A number of the sandbox that a person can connect with Embedded Signup. */
export interface MadeNumber {
  wabaId: string;
  phoneNumberId: string;
  number: string;
  name: string;
}

/** Creates a number in the sandbox, in a new business account unless `wabaId` names one. */
export async function makeNumber(
  system: System,
  facts: { wabaId?: string; registered?: boolean; pin?: string; is_on_biz_app?: boolean } = {},
): Promise<MadeNumber> {
  const { wabaId = uniqueDigits('102'), registered = false, ...more } = facts;
  const [phoneNumberId, number] = [uniqueDigits('106'), uniqueDigits('1555')];
  const name = `Bakery ${phoneNumberId}`;
  const account = { waba_id: wabaId, token: `own-${wabaId}`, subscribed: false, registered, ...more };
  await system.sandbox.graph.whatsapp.putAccount({
    ...account,
    phone_number_id: phoneNumberId,
    number,
    verified_name: name,
  });
  return { wabaId, phoneNumberId, number, name };
}

/** The business account of a number in the sandbox, and the number itself. */
export async function lookAtNumber({ sandbox }: System, { wabaId, phoneNumberId }: MadeNumber) {
  const account = await sandbox.graph.whatsapp.account(wabaId);
  return { account, number: account.numbers.find(({ id }) => id === phoneNumberId) };
}

/** A report of the page of a link, as its script sends it. */
export type SignupReport =
  | { kind: 'code'; code: string; waba_id: string | null; phone_number_id: string | null }
  | { kind: 'number'; phone_number_id: string | null; pin: string | null };

/** The next step that the server names, or the error with which it refuses the report. */
export interface SignupAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each step has its own members
  step: any; // safe: each test asserts the members that it reads
  error: string | null;
}

/** A code of the popup, which claims nothing. */
export async function reportCode({ sandbox }: System, { wabaId }: MadeNumber): Promise<SignupReport> {
  const code = await sandbox.graph.whatsapp.completeSignup({ waba_ids: [wabaId] });
  return { kind: 'code', code, waba_id: null, phone_number_id: null };
}

export const reportPin = (pin: string | null): SignupReport => ({ kind: 'number', phone_number_id: null, pin });

const decode = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Opens a connect link of a number up to the page with the popup; `report` posts like the page's script. */
export async function openSignup(connectUrl: string) {
  const visitor = newVisitor();
  const { text } = await pressContinue(connectUrl, visitor);
  const [, data] = / data-signup="([^"]*)"/.exec(text) ?? [];
  if (data === undefined) throw new Error(`No page with a popup at ${connectUrl}: ${text}`);
  // safe: the product's own page
  const { state, proof } = JSON.parse(decode(data)) as { state: string; proof: string };
  const { origin } = new URL(connectUrl);
  const cookie = visitor.cookies.get(origin) ?? '';
  return {
    async report(answer: SignupReport): Promise<SignupAnswer> {
      const reply = await request(`${connectUrl}/signup`, {
        method: 'POST',
        headers: { cookie, origin, 'content-type': 'application/json' },
        body: JSON.stringify({ state, proof, answer }),
      });
      // safe: each test asserts the members that it reads
      const { step = null, error = null } = (await reply.body.json()) as Partial<SignupAnswer>;
      return { status: reply.statusCode, step, error };
    },
  };
}

/** Requests a connect link of a number. */
export const makeSignupLink = async (tenant: TestTenant): Promise<string> =>
  (await tenant.get('connect-link', { channel: 'wa', redirect_url: REDIRECT_URL })).body.connect_url;
