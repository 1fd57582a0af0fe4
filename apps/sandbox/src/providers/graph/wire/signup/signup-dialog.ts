import { escapeHtml } from '@parley/common/text/escape-html';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { renderPage, renderScriptPage } from '../../../../http/render-page.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import { makeSecret } from '../../state/meta-state.ts';
import type { MetaWebhooks } from '../whatsapp/post-webhook.ts';

export interface SignupDialogDeps {
  state: SandboxState;
  appId: string;
  webhooks: Pick<MetaWebhooks, 'postAccountEvent'>;
  now: () => number;
}

/** The query of the popup that the SDK opens; `origin` is the page that opened it. */
export const SignupQuery = z.object({
  display: z.literal('popup'),
  client_id: z.string(),
  config_id: z.string().min(1),
  origin: z.url(),
  response_type: z.literal('code'),
  override_default_response_type: z.literal('true'),
  extras: z.string(),
});

/** The configuration of a sandbox for numbers that stay on the WhatsApp Business app. */
export const COEXISTENCE_CONFIG_ID = '1000000000000002';
const APP_EVENT = 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING';
const EVENTS = ['FINISH', 'FINISH_ONLY_WABA', APP_EVENT, 'FINISH_OBO_MIGRATION'] as const;
/** When the window of the page gets the message about the session: around the code, or never. */
const ORDERS = ['before', 'after', 'never'] as const;
const MONTHS_SECONDS = 5_184_000;

const Answer = z.object({
  action: z.enum(['continue', 'cancel', 'error']),
  number: z.string().optional(),
  event: z.enum(EVENTS).default('FINISH'),
  order: z.enum(ORDERS).default('before'),
  lifetime: z.enum(['60', 'never']).default('60'),
  /** Further accounts that the person shares, and an id that the popup claims instead of the real one. */
  claim: z.string().optional(),
});
const Further = z.record(z.string(), z.unknown());

/** The partner's business in webhooks about a new customer. */
const PARTNER_ID = '2949482758682047';
const OWNER_ID = '2729063490586005';

/** A code of Embedded Signup, and when the person chose its numbers. */
export function issueSignupCode(
  state: SandboxState,
  signup: { wabaIds: string[]; tokenSeconds: number | null },
  nowMs: number,
): string {
  const code = makeSecret('AQ');
  const given = { code, redirectUri: null, signup, scopes: [], pageIds: null };
  state.meta.codes.set(code, { ...given, issuedAtMs: nowMs, used: false });
  return code;
}

/** Meta's refusal of a number that the WhatsApp Business app does not have. */
const NOT_ON_APP = {
  data: {
    error_message: 'This number is not registered with the WhatsApp Business app.',
    error_code: '2655095',
    session_id: 'f34b51dab5e0498',
  },
  type: 'WA_EMBEDDED_SIGNUP',
  event: 'CANCEL',
  version: 3,
};

const refused = (title: string): ProviderAnswer => renderPage(400, title, `<h1>${escapeHtml(title)}</h1>`);

const radio = ({ id, number, verifiedName, registered }: PhoneNumber, isFirst: boolean): string =>
  `<label><input type="radio" name="number" value="${escapeHtml(id)}"${isFirst ? ' checked' : ''}> <span>${escapeHtml(verifiedName)} +${escapeHtml(number)}<small>${escapeHtml(id)}, ${registered ? 'connected' : 'not registered'}</small></span></label>`;

const select = (name: string, label: string, values: readonly string[]): string =>
  `<label>${label} <select name="${name}">${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`;

/** The popup, in which the person chooses a number and the tester an outcome. */
export function showSignup({ state, appId }: SignupDialogDeps, request: FastifyRequest): ProviderAnswer {
  const { client_id, config_id, origin } = SignupQuery.parse(request.query);
  const isOfApp = config_id === COEXISTENCE_CONFIG_ID;
  if (client_id !== appId) return refused('Invalid App ID');
  const accounts = [...state.whatsapp.businessAccounts.values()];
  const numbers = accounts.flatMap((account) => account.numbers);
  const shared = accounts.map(
    ({ id, name }) =>
      `<label><input type="checkbox" name="waba_${escapeHtml(id)}" value="on"> <span>${escapeHtml(name)}<small>${escapeHtml(id)}</small></span></label>`,
  );
  return renderPage(
    200,
    'WhatsApp Embedded Signup',
    `<h1>Connect your WhatsApp account to Parley</h1>
<p>${escapeHtml(new URL(origin).host)} asks. <span class="note">This is the sandbox: nothing leaves this machine.</span></p>
<form method="post">
<fieldset><legend>${isOfApp ? 'Number on the WhatsApp Business app' : 'Number'}</legend>
${numbers.map((number, index) => radio(number, index === 0)).join('\n')}
</fieldset>
<details><summary>Further accounts to share</summary>
${shared.join('\n')}
</details>
<fieldset><legend>Outcome</legend>
${select('event', 'Event', isOfApp ? [APP_EVENT] : EVENTS)}
${select('order', 'Message before or after the code', ORDERS)}
${select('lifetime', 'Days of the token', ['60', 'never'])}
<label>Claimed number <input name="claim" inputmode="numeric"></label>
</fieldset>
<button type="submit" id="continue" name="action" value="continue">Finish</button>
<button type="submit" id="cancel" name="action" value="cancel">Cancel</button>
<button type="submit" id="error" name="action" value="error">Report an error</button>
</form>`,
  );
}

/** The page that posts the outcome to the window that opened the popup, and closes it. */
function reportTo(origin: string, session: object | null, code: string | null, order: string): ProviderAnswer {
  const script = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c');
  const login = JSON.stringify({ type: 'sandbox.login', code });
  const messages =
    order === 'after' ? [login, session && JSON.stringify(session)] : [session && JSON.stringify(session), login];
  const posts = messages
    .filter((one) => one !== null)
    .map((one) => `opener.postMessage(${script(one)}, ${script(origin)});`);
  return renderScriptPage(
    200,
    'Done',
    '<p>You can close this window.</p>',
    `if (opener) { ${posts.join(' ')} }\nwindow.close();`,
  );
}

/** Posts the person's decision: a code and the claims of the popup. */
export function decideSignup(deps: SignupDialogDeps, request: FastifyRequest): ProviderAnswer {
  const { state, webhooks, now } = deps;
  const { config_id, origin } = SignupQuery.parse(request.query);
  const isOfApp = config_id === COEXISTENCE_CONFIG_ID;
  const answer = Answer.safeParse(request.body);
  if (!answer.success) return refused('The form is not complete');
  const { action, event, order, lifetime, claim } = answer.data;
  if (action !== 'continue') {
    const data =
      action === 'cancel'
        ? { current_step: 'PHONE_NUMBER_SETUP' }
        : { error_message: 'The number is already registered.', error_code: '3441030', session_id: 'f34b51dab5e0498' };
    return reportTo(origin, { data, type: 'WA_EMBEDDED_SIGNUP', event: 'CANCEL', version: 3 }, null, order);
  }
  const number = state.whatsapp.phoneNumbers.get(answer.data.number ?? '');
  if (!number) return refused('No number was chosen');
  if (isOfApp) {
    // A number that the Cloud API alone has is on no phone.
    if (number.registered && !number.isOnBizApp) return reportTo(origin, NOT_ON_APP, null, order);
    if (!number.isOnBizApp) number.appDataAsked = [];
    number.isOnBizApp = true;
    number.registered = true;
  }
  number.onboardedAtMs = now();
  const further = Object.keys(Further.parse(request.body)).flatMap((name) => /^waba_(\d+)$/.exec(name)?.[1] ?? []);
  const wabaIds = [...new Set([number.wabaId, ...further])];
  const code = issueSignupCode(state, { wabaIds, tokenSeconds: lifetime === 'never' ? null : MONTHS_SECONDS }, now());
  const waba_info = { waba_id: number.wabaId, owner_business_id: OWNER_ID };
  void webhooks.postAccountEvent(PARTNER_ID, { event: 'PARTNER_ADDED', waba_info });
  const phone = event === 'FINISH' ? { phone_number_id: claim || number.id } : {};
  const data = { ...phone, waba_id: number.wabaId, business_id: OWNER_ID, waba_ids: wabaIds };
  const session = { data, type: 'WA_EMBEDDED_SIGNUP', event, version: 3 };
  return reportTo(origin, order === 'never' ? null : session, code, order);
}
