import type { SignupPage } from '@parley/common/contracts/internal/connect-link';
import type { Language } from '@parley/common/languages/languages';
import { escapeHtml } from '@parley/common/text/escape-html';
import { PAGE_TEXTS } from '../public-pages/page-texts.ts';
import { renderDocument } from '../public-pages/render-document.ts';
import { plainName } from './plain-name.ts';

/**
 * Content policy of the only page that runs a script of another site: Meta's SDK, which needs its own origin for scripts
 * and Meta's for requests and frames. Our own script has the nonce of this answer.
 */
export function signupPagePolicy({ sdkUrl, dialogOrigin }: SignupPage, nonce: string): string {
  const meta = ['https://*.facebook.com', new URL(sdkUrl).origin, dialogOrigin].join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${new URL(sdkUrl).origin}`,
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self' ${meta}`,
    `frame-src ${meta}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

interface Shown extends SignupPage {
  language: Language;
  /** Address of the first page of the link. */
  path: string;
  /** See proofOf. */
  proof: string;
  nonce: string;
}

/** Strings for the script, as data attributes of the element that shows them. */
const sayings = (strings: Readonly<Record<string, string>>): string =>
  Object.entries(strings)
    .map(
      ([name, text]) => ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${escapeHtml(text)}"`,
    )
    .join('');

/**
 * The page after Continue for a wa number (docs/reference/channels.md#numbers-by-a-link): it opens Meta's popup, and asks
 * for the number and its PIN where it must. It contains every view, and the script shows the current one.
 */
export function renderSignupPage({ language, path, proof, nonce, tenantName, returnHost, ...signup }: Shown): string {
  const { signup: t, connect } = PAGE_TEXTS[language];
  const settings = JSON.stringify({ ...signup, proof });
  const button = (id: string, text: string) =>
    `<p><button type="button" class="button" id="${id}" disabled>${escapeHtml(text)}</button></p>`;
  const logins = signup.coexistence
    ? `<p>${escapeHtml(t.ways.app.needs)}</p>
${button('login-app', t.ways.app.login)}
<p>${escapeHtml(t.ways.other.needs)}</p>
${button('login', t.login)}`
    : button('login', t.login);
  const content = `<dl class="facts">
<dt>${escapeHtml(connect.asks)}</dt><dd><bdi>${escapeHtml(plainName(tenantName))}</bdi></dd>
<dt>${escapeHtml(connect.returns)}</dt><dd><bdi dir="ltr">${escapeHtml(returnHost)}</bdi></dd>
</dl>
<noscript><p class="problem">${escapeHtml(t.needsScript)}</p></noscript>
<section id="start">
<p>${escapeHtml(t.lead)}</p>
<p id="start-problem" class="problem" role="alert"${sayings({ cancelled: t.cancelled, refused: t.refusedInPopup, noSdk: t.noSdk })}></p>
${logins}
</section>
<section id="working" hidden><p class="progress" role="status">${escapeHtml(t.working)}</p></section>
<form id="choose" hidden>
<h2 tabindex="-1">${escapeHtml(t.choose)}</h2>
<div id="numbers" class="choices" role="radiogroup" aria-label="${escapeHtml(t.choose)}"></div>
<button type="submit" class="button">${escapeHtml(t.use)}</button>
</form>
<form id="pin" hidden novalidate>
<h2 tabindex="-1">${escapeHtml(t.pinTitle)}</h2>
<p><bdi id="pin-number"></bdi></p>
<label for="pin-field">${escapeHtml(t.pin)}</label>
<input id="pin-field" dir="ltr" inputmode="numeric" autocomplete="off" maxlength="6" aria-describedby="pin-hint pin-problem" required>
<p id="pin-hint" class="hint">${escapeHtml(t.pinHint)}</p>
<p id="pin-problem" class="problem" role="alert"${sayings({ wrongPin: t.wrongPin, noAnswer: t.noAnswer, sixDigits: t.sixDigits })}></p>
<button type="submit" class="button">${escapeHtml(t.register)}</button>
</form>
<section id="retry" hidden>
<p class="problem" role="alert">${escapeHtml(t.offline)}</p>
<button type="button" class="button" id="again">${escapeHtml(t.again)}</button>
</section>
<section id="stopped" hidden>
<h2 tabindex="-1">${escapeHtml(t.stoppedTitle)}</h2>
<p id="stopped-text"${sayings({ ...t.stopped, locked: t.stopped.locked('{until}') })}></p>
<p><bdi id="stopped-words"></bdi></p>
<p><a id="back" class="button" hidden>${escapeHtml(t.back)}</a></p>
</section>
<p><button type="button" class="second" id="cancel">${escapeHtml(t.cancel)}</button></p>
<p class="notice">${escapeHtml(connect.notice)}</p>
`;
  return renderDocument({
    language,
    title: connect.title.wa,
    path,
    head: `<script nonce="${nonce}" src="/connect/signup.js" defer></script>\n`,
    bodyAttributes: ` data-signup="${escapeHtml(settings)}"`,
    content,
  });
}
