import { escapeHtml } from '@parley/common/escape-html';
import type { ProviderAnswer } from '../../../http/provider-answer.ts';
import { renderPage } from '../../../http/render-page.ts';
import type { TiktokAccount } from '../state/tiktok-state.ts';
import { TIKTOK_SCOPES } from './tiktok-scopes.ts';

/** The page on which a person lets an app act for an account; the browser returns the answer as a form. */
export function authorizePage(given: {
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

/** The page for a request that cannot be answered with a redirect. */
export const authorizeErrorPage = (what: string): ProviderAnswer =>
  renderPage(
    400,
    'Something went wrong (sandbox)',
    `<h1>Something went wrong</h1>\n<p>We couldn't log in: ${escapeHtml(what)}.</p>`,
  );
