import { escapeHtml } from '@parley/common/text/escape-html';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answerWithFaults } from '../../../../faults/answer-with-faults.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { redirectTo, renderPage } from '../../../../http/render-page.ts';
import { INSTAGRAM_PERMISSIONS } from '../../state/instagram-login.ts';
import { makeSecret } from '../../state/meta-state.ts';
import type { Page } from '../../state/page.ts';
import type { InstagramDeps } from './instagram-app.ts';

const Asked = z.object({
  client_id: z.string().min(1),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  response_type: z.literal('code'),
  scope: z.string().min(1),
  state: z.string().default(''),
});
type Asked = z.infer<typeof Asked>;

const Answer = z.object({ action: z.enum(['continue', 'cancel']) }).catchall(z.string());

/** `www.instagram.com/oauth/authorize`: the owner of an account lets the application use it. */
export function instagramDialogRoutes(app: FastifyInstance, deps: InstagramDeps) {
  const { meta, faults } = deps.state;
  const path = '/instagram/oauth/authorize';
  const first = () => meta.logins.values().next().value;
  const chosenBy = (fields: Record<string, string>) =>
    fields.account === undefined ? first() : meta.logins.get(fields.account);
  const preset = (asked: Asked) => scopesOf(asked).filter((scope) => !meta.dialog.declinedPermissions.includes(scope));

  app.get(
    path,
    answerWithFaults(faults, 'ig', (request) => {
      const asked = readAsked(deps, request);
      if ('status' in asked) return asked;
      const { answer } = meta.dialog;
      if (answer === 'cancel') return cancelled(asked);
      return answer === 'continue' ? granted(deps, asked, first(), preset(asked)) : renderDialog(deps, asked);
    }),
  );
  app.post(
    path,
    answerWithFaults(faults, 'ig', (request) => {
      const asked = readAsked(deps, request);
      if ('status' in asked) return asked;
      const answer = Answer.safeParse(request.body);
      if (!answer.success) return errorPage('The form is not complete.');
      if (answer.data.action === 'cancel') return cancelled(asked);
      const isChosen = answer.data.account !== undefined;
      const scopes = isChosen ? scopesOf(asked).filter((scope) => `permission_${scope}` in answer.data) : preset(asked);
      return granted(deps, asked, chosenBy(answer.data), scopes);
    }),
  );
}

const scopesOf = ({ scope }: Asked): string[] => scope.split(',').filter(Boolean);

function readAsked({ instagramApp }: InstagramDeps, request: FastifyRequest): Asked | ProviderAnswer {
  const asked = Asked.safeParse(request.query);
  if (!asked.success) return errorPage(`Invalid platform app: ${String(asked.error.issues[0]?.path[0])}`);
  if (asked.data.client_id !== instagramApp.id) return errorPage('Invalid platform app');
  const unknown = scopesOf(asked.data).filter((scope) => !(scope in INSTAGRAM_PERMISSIONS));
  return unknown.length > 0 ? errorPage(`Invalid Scopes: ${unknown.join(', ')}`) : asked.data;
}

function granted(
  { state, now }: InstagramDeps,
  { redirect_uri: redirectUri, state: given }: Asked,
  page: Page | undefined,
  scopes: string[],
): ProviderAnswer {
  if (!page) return errorPage('This account does not exist.');
  // An app that is not live is open to its testers alone.
  if (page.login?.isTester === false) return errorPage('Insufficient developer role');
  const code = makeSecret('AQB');
  state.meta.codes.set(code, {
    code,
    redirectUri,
    scopes,
    pageIds: null,
    loginId: page.id,
    issuedAtMs: now(),
    used: false,
  });
  return answerBrowser(redirectUri, { code, state: given });
}

const cancelled = ({ redirect_uri: redirectUri, state }: Asked): ProviderAnswer =>
  answerBrowser(redirectUri, {
    error: 'access_denied',
    error_reason: 'user_denied',
    error_description: 'The user denied your request.',
    state,
  });

/** Instagram ends the address with `#_`; some clients take that for a part of the last parameter. */
function answerBrowser(redirectUri: string, fields: Record<string, string>): ProviderAnswer {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  url.hash = '_';
  return redirectTo(url.href);
}

const errorPage = (text: string): ProviderAnswer =>
  renderPage(400, 'Sorry, this page is not available', `<h1>Sorry</h1>\n<p>${escapeHtml(text)}</p>`);

/** The page on which the owner chooses the account and its permissions; it posts to its own address. */
function renderDialog({ state }: InstagramDeps, asked: Asked): ProviderAnswer {
  const accounts = [...state.meta.logins.values()].map(({ id, instagram }, index) => {
    const checked = index === 0 ? ' checked' : '';
    const input = `<input type="radio" name="account" value="${escapeHtml(id)}"${checked}>`;
    return `<label>${input} <span>@${escapeHtml(instagram?.username ?? id)}</span></label>`;
  });
  const permissions = scopesOf(asked).map((scope) => {
    const checked = state.meta.dialog.declinedPermissions.includes(scope) ? '' : ' checked';
    const input = `<input type="checkbox" name="permission_${escapeHtml(scope)}" value="on"${checked}>`;
    const label = INSTAGRAM_PERMISSIONS[scope] ?? scope;
    return `<label>${input} <span>${escapeHtml(label)}<small>${escapeHtml(scope)}</small></span></label>`;
  });
  return renderPage(
    200,
    'Log in with Instagram',
    `<h1>Parley would like to access your Instagram account</h1>
<p>You go back to ${escapeHtml(new URL(asked.redirect_uri).host)} afterwards.</p>
<p class="note">This is the sandbox: nothing leaves this machine.</p>
<form method="post">
<fieldset><legend>Account</legend>
${accounts.length === 0 ? '<p>You have no professional account.</p>' : accounts.join('\n')}
</fieldset>
<fieldset><legend>Permissions</legend>
${permissions.join('\n')}
</fieldset>
<button type="submit" id="continue" name="action" value="continue">Allow</button>
<button type="submit" id="cancel" name="action" value="cancel">Cancel</button>
</form>`,
  );
}
