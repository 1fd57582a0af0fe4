import { escapeHtml } from '@parley/common/text/escape-html';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerWithFaults } from '../../../../faults/answer-with-faults.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { redirectTo, renderPage } from '../../../../http/render-page.ts';
import { type MetaState, makeSecret, PERSON } from '../../state/meta-state.ts';
import type { Page } from '../../state/page.ts';
import { ALL_PERMISSIONS, PERMISSIONS } from '../../state/permissions.ts';
import { decideSignup, type SignupDialogDeps, SignupQuery, showSignup } from '../signup/signup-dialog.ts';

const Query = z.object({
  client_id: z.string().min(1),
  redirect_uri: z.string().min(1),
  state: z.string().min(1),
  response_type: z.literal('code').default('code'),
  scope: z.string().optional(),
  config_id: z.string().optional(),
});
/** Embedded Signup opens the dialog in a popup, which reports to its opener. */
const isSignup = (request: FastifyRequest): boolean => SignupQuery.safeParse(request.query).success;

const Answer = z.object({ action: z.enum(['continue', 'cancel']) }).catchall(z.string());

/** `/{version}/dialog/oauth`: a person lets the application use pages; answers with a redirect. */
export function dialogRoutes(app: FastifyInstance, deps: SignupDialogDeps) {
  const { faults, meta } = deps.state;
  const show = answerWithFaults(faults, 'fb', (request) => {
    if (isSignup(request)) return showSignup(deps, request);
    const asked = readAsked(deps, request);
    if ('refusal' in asked) return asked.refusal;
    const { answer } = meta.dialog;
    if (answer === 'cancel') return cancelled(asked);
    return answer === 'continue' ? granted(deps, asked, presetChoice(deps, asked)) : renderDialog(meta, asked);
  });
  const decide = answerWithFaults(faults, 'fb', (request) => {
    if (isSignup(request)) return decideSignup(deps, request);
    const asked = readAsked(deps, request);
    if ('refusal' in asked) return asked.refusal;
    const answer = Answer.safeParse(request.body);
    if (!answer.success) return errorPage('Something went wrong', 'The form is not complete.');
    if (answer.data.action === 'cancel') return cancelled(asked);
    const isChosen = answer.data.chosen !== undefined;
    return granted(deps, asked, isChosen ? formChoice(deps, asked, answer.data) : presetChoice(deps, asked));
  });
  app.get('/:version/dialog/oauth', show);
  app.post('/:version/dialog/oauth', decide);
}

function readAsked(deps: SignupDialogDeps, request: FastifyRequest): Asked | { refusal: ProviderAnswer } {
  const refuse = (title: string, text: string) => ({ refusal: errorPage(title, text) });
  const query = Query.safeParse(request.query);
  if (!query.success) {
    const field = String(query.error.issues[0]?.path[0]);
    return refuse('Something went wrong', `The parameter ${field} is required.`);
  }
  const { client_id, redirect_uri, state, scope, config_id } = query.data;
  if (client_id !== deps.appId)
    return refuse('Invalid App ID', 'The provided app ID does not look like a valid app ID.');
  if (!isRedirectUri(redirect_uri)) {
    return refuse('URL Blocked', 'This redirect failed because the redirect URI is not allowed for this app.');
  }
  if (!scope && !config_id) return refuse('Something went wrong', 'The parameter scope or config_id is required.');
  const scopes = config_id ? [...ALL_PERMISSIONS] : (scope ?? '').split(/[\s,]+/).filter(Boolean);
  const unknown = scopes.filter((name) => !(name in PERMISSIONS) && name !== 'public_profile' && name !== 'email');
  if (unknown.length > 0) return refuse('Invalid Scopes', `Invalid Scopes: ${unknown.join(', ')}.`);
  return { redirectUri: redirect_uri, state, scopes };
}

function isRedirectUri(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, hash, username } = new URL(given);
  return /^https?:$/.test(protocol) && hash === '' && username === '';
}

interface Choice {
  scopes: string[];
  /** null: all pages. */
  pageIds: string[] | null;
}

function presetChoice({ state }: SignupDialogDeps, asked: Asked): Choice {
  const { declinedPermissions, pageIds } = state.meta.dialog;
  return { scopes: asked.scopes.filter((scope) => !declinedPermissions.includes(scope)), pageIds };
}

function formChoice({ state }: SignupDialogDeps, asked: Asked, fields: Record<string, string>): Choice {
  const all = [...state.meta.pages.keys()];
  const pageIds = all.filter((id) => `page_${id}` in fields);
  return {
    scopes: asked.scopes.filter((scope) => !(scope in PERMISSIONS) || `permission_${scope}` in fields),
    pageIds: pageIds.length === all.length ? null : pageIds,
  };
}

function granted({ state, now }: SignupDialogDeps, asked: Asked, choice: Choice): ProviderAnswer {
  const code = makeSecret('AQ');
  const { redirectUri } = asked;
  state.meta.codes.set(code, { ...choice, code, redirectUri, issuedAtMs: now(), used: false });
  return answerBrowser(asked, { code });
}

function cancelled(asked: Asked): ProviderAnswer {
  return answerBrowser(asked, {
    error: 'access_denied',
    error_code: '200',
    error_description: 'Permissions error',
    error_reason: 'user_denied',
  });
}

/** Keeps the redirect's own query; Facebook adds the fragment. */
function answerBrowser({ redirectUri, state }: Asked, fields: Record<string, string>): ProviderAnswer {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...fields, state })) url.searchParams.set(name, value);
  url.hash = '_=_';
  return redirectTo(url.href);
}

function errorPage(title: string, text: string): ProviderAnswer {
  return renderPage(400, title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}

/** A checked authorization request of a browser. */
interface Asked {
  redirectUri: string;
  state: string;
  scopes: string[];
}

/** The page on which the person chooses pages and permissions; it posts to its own address. */
function renderDialog(meta: MetaState, asked: Asked): ProviderAnswer {
  const { declinedPermissions, pageIds } = meta.dialog;
  const pages = [...meta.pages.values()].map((page) =>
    checkbox(`page_${page.id}`, pageIds === null || pageIds.includes(page.id), page.name, describePage(page)),
  );
  const permissions = asked.scopes
    .filter((scope) => scope in PERMISSIONS)
    .map((scope) =>
      checkbox(`permission_${scope}`, !declinedPermissions.includes(scope), PERMISSIONS[scope] ?? scope, scope),
    );
  const site = new URL(asked.redirectUri).host;
  return renderPage(
    200,
    'Log in with Facebook',
    `<h1>Parley would like to manage your Pages</h1>
<p>Continue as <strong>${escapeHtml(PERSON.name)}</strong>. You go back to ${escapeHtml(site)} afterwards.</p>
<p class="note">This is the sandbox: nothing leaves this machine.</p>
<form method="post">
<input type="hidden" name="chosen" value="1">
<fieldset><legend>Pages</legend>
${pages.length === 0 ? '<p>You manage no Pages.</p>' : pages.join('\n')}
</fieldset>
<fieldset><legend>Permissions</legend>
${permissions.join('\n')}
</fieldset>
<button type="submit" id="continue" name="action" value="continue">Continue</button>
<button type="submit" id="cancel" name="action" value="cancel">Cancel</button>
</form>`,
  );
}

function describePage(page: Page): string {
  return page.instagram ? `${page.id}, with Instagram @${page.instagram.username}` : page.id;
}

function checkbox(name: string, isChecked: boolean, label: string, hint: string): string {
  const checked = isChecked ? ' checked' : '';
  return `<label><input type="checkbox" name="${escapeHtml(name)}" value="on"${checked}> <span>${escapeHtml(label)}<small>${escapeHtml(hint)}</small></span></label>`;
}
