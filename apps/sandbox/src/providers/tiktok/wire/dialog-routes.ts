import { at } from '@parley/common/at';
import { escapeHtml } from '@parley/common/text/escape-html';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import { redirectTo, renderPage } from '../../../http/render-page.ts';
import type { TiktokAccount } from '../state/tiktok-state.ts';
import { giveCode } from '../state/tiktok-tokens.ts';
import type { TiktokDeps } from './tiktok-route.ts';
import { TIKTOK_SCOPES } from './tiktok-scopes.ts';

const Asked = z.object({
  client_key: z.string(),
  response_type: z.literal('code'),
  scope: z.string().min(1),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  state: z.string().default(''),
});
type Asked = z.infer<typeof Asked>;
/** `account` and the ticked permissions come from the page; without them the presets decide. */
const Decided = Asked.extend({ account: z.string().optional(), action: z.enum(['continue', 'cancel']) });

const Fields = z.record(z.string(), z.unknown());

const splitScopes = (scope: string): string[] => scope.split(',').filter((part) => part !== '');

/** The authorization page of TikTok, on the sandbox's own origin; no script and no external resources. */
export function dialogRoutes(app: FastifyInstance, deps: TiktokDeps) {
  const { state } = deps;
  const answer = (reply: FastifyReply, { status, headers = {}, body }: ProviderAnswer) =>
    reply.code(status).headers(headers).send(body);
  const chosenAccount = () => state.accounts.get(state.dialog.openId ?? '') ?? state.accounts.values().next().value;

  function read<T extends Asked>(schema: z.ZodType<T>, given: unknown): T | ProviderAnswer {
    const parsed = schema.safeParse(given);
    if (!parsed.success) {
      const [field = 'request'] = at(parsed.error.issues, 0).path;
      return authorizeErrorPage(String(field));
    }
    return parsed.data.client_key === deps.app.id ? parsed.data : authorizeErrorPage('client_key');
  }

  function goBack(asked: Asked, account: TiktokAccount | null, scopes: string[]): ProviderAnswer {
    const target = new URL(asked.redirect_uri);
    if (account) {
      const given = { openId: account.openId, redirectUri: asked.redirect_uri, scopes };
      target.searchParams.set('code', giveCode(state, given, deps.now()));
      target.searchParams.set('scopes', scopes.join(','));
    } else {
      target.searchParams.set('error', 'access_denied');
      target.searchParams.set('error_description', 'User denied the request.');
    }
    target.searchParams.set('state', asked.state);
    return redirectTo(target.href);
  }

  const presetScopes = (asked: Asked) =>
    splitScopes(asked.scope).filter((scope) => !state.dialog.declinedScopes.includes(scope));

  app.get('/v2/auth/authorize', async (request, reply) => {
    const asked = read(Asked, request.query);
    if ('status' in asked) return answer(reply, asked);
    const chosen = chosenAccount();
    if (!chosen) return answer(reply, authorizeErrorPage('no account'));
    if (state.dialog.answer !== 'ask')
      return answer(reply, goBack(asked, state.dialog.answer === 'continue' ? chosen : null, presetScopes(asked)));
    const page = authorizePage({
      accounts: [...state.accounts.values()],
      chosen: chosen.openId,
      scopes: splitScopes(asked.scope),
      declined: state.dialog.declinedScopes,
      query: asked,
    });
    return answer(reply, page);
  });

  app.post('/v2/auth/authorize', async (request, reply) => {
    // A form that was posted without the page has its parameters in the query.
    const fields = { ...Fields.parse(request.query ?? {}), ...Fields.parse(request.body ?? {}) };
    const decided = read(Decided, fields);
    if ('status' in decided) return answer(reply, decided);
    const isFromPage = decided.account !== undefined;
    const account = isFromPage ? state.accounts.get(decided.account ?? '') : chosenAccount();
    const scopes = isFromPage
      ? splitScopes(decided.scope).filter((scope) => fields[`grant:${scope}`] === 'on')
      : presetScopes(decided);
    return answer(reply, goBack(decided, decided.action === 'continue' ? (account ?? null) : null, scopes));
  });
}

/** The page on which a person lets an app act for an account; the browser returns the answer as a form. */
function authorizePage(given: {
  accounts: TiktokAccount[];
  chosen: string;
  scopes: string[];
  declined: string[];
  query: Record<string, string>;
}): ProviderAnswer {
  const hidden = Object.entries(given.query).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const accounts = given.accounts.map(({ openId, username, displayName }) => {
    const checked = openId === given.chosen ? ' checked' : '';
    const input = `<input type="radio" name="account" value="${escapeHtml(openId)}"${checked}>`;
    return `<label>${input} <span>${escapeHtml(displayName)} <small>@${escapeHtml(username)}</small></span></label>`;
  });
  const scopes = given.scopes.map((scope) => {
    const checked = given.declined.includes(scope) ? '' : ' checked';
    const input = `<input type="checkbox" name="grant:${escapeHtml(scope)}" value="on"${checked}>`;
    return `<label>${input} <span>${escapeHtml(TIKTOK_SCOPES[scope] ?? scope)}</span></label>`;
  });
  return renderPage(
    200,
    'Log in with TikTok (sandbox)',
    `<h1>Authorize the demo app to access your TikTok account</h1>
<p class="note">This is the sandbox: nothing leaves it.</p>
<form method="post" action="/v2/auth/authorize">
${hidden.join('\n')}
<fieldset><legend>Account</legend>
${accounts.join('\n')}
</fieldset>
<fieldset><legend>This app would like to</legend>
${scopes.join('\n')}
</fieldset>
<button type="submit" id="continue" name="action" value="continue">Continue</button>
<button type="submit" id="cancel" name="action" value="cancel">Cancel</button>
</form>`,
  );
}

/** The page for a request that cannot get a redirect. */
const authorizeErrorPage = (what: string): ProviderAnswer =>
  renderPage(
    400,
    'Something went wrong (sandbox)',
    `<h1>Something went wrong</h1>\n<p>We couldn't log in: ${escapeHtml(what)}.</p>`,
  );
