import { escapeHtml } from '@parley/common/escape-html';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import { renderPage } from '../../../../http/render-page.ts';
import { type MetaState, PERSON } from '../../state/meta-state.ts';
import type { Page } from '../../state/page.ts';
import { PERMISSIONS } from '../../state/permissions.ts';

/** A checked authorization request of a browser. */
export interface Asked {
  redirectUri: string;
  state: string;
  scopes: string[];
}

/** The page on which the person chooses pages and permissions; it posts to its own address. */
export function renderDialog(meta: MetaState, asked: Asked): ProviderAnswer {
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
