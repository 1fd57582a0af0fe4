import type { PairPage } from '@parley/common/contracts/internal/pair-page';
import type { Language } from '@parley/common/languages/languages';
import { escapeHtml } from '@parley/common/text/escape-html';
import { pagePolicy } from '../public-pages/page-policy.ts';
import { PAGE_TEXTS } from '../public-pages/page-texts.ts';
import { renderDocument } from '../public-pages/render-document.ts';
import type { PageTexts } from '../public-pages/texts/en.ts';

type PairTexts = PageTexts['pair'];

/** Requests go to this origin (docs/reference/sessions.md#hosted-page). */
export const PAIR_PAGE_POLICY = pagePolicy({ form: 'none', script: true });

const EXAMPLE_NUMBER = '+1 650 555 1234';

const steps = (texts: readonly string[]): string =>
  `<ol>\n${texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('\n')}\n</ol>`;

/** Converts `awaiting_pairing` and `awaitingPairing` to an attribute name. */
const kebab = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Texts that the script shows, as attributes of the elements that show them. */
const sayings = (texts: Record<string, string>): string =>
  Object.entries(texts)
    .map(([name, text]) => `data-${kebab(name)}="${escapeHtml(text)}"`)
    .join(' ');

function codePart(t: PairTexts): string {
  const { gettingCode, codeExpired, invalidPhone, tooMany, refused, unavailable } = t;
  return `<section id="with-code">
<form id="ask-code" novalidate>
<label for="phone">${escapeHtml(t.phone)}</label>
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" dir="ltr" maxlength="30" required aria-describedby="phone-hint code-problem">
<p id="phone-hint" class="hint">${escapeHtml(t.phoneHint)} <bdi dir="ltr">${EXAMPLE_NUMBER}</bdi></p>
<button id="get-code" type="submit">${escapeHtml(t.getCode)}</button>
</form>
<p id="code-problem" class="problem" role="alert" ${sayings({ gettingCode, codeExpired, invalidPhone, tooMany, refused, unavailable })}></p>
<div id="code-shown" hidden>
<h2 id="code-title">${escapeHtml(t.yourCode)}</h2>
<p id="code" class="code" dir="ltr" role="status" aria-labelledby="code-title"></p>
<p class="hint">${escapeHtml(t.validFor)} <bdi id="code-left" dir="ltr"></bdi></p>
${steps(t.codeSteps)}
<button id="another-code" type="button" class="second">${escapeHtml(t.anotherCode)}</button>
</div>
</section>`;
}

function qrPart(t: PairTexts): string {
  return `<section id="with-qr" hidden>
<div class="frame">
<img id="qr" alt="${escapeHtml(t.qrAlt)}" width="320" height="320" hidden>
<p id="qr-problem" class="hint" ${sayings({ loading: t.qrLoading, tooMany: t.tooMany, unavailable: t.unavailable })}>${escapeHtml(t.qrLoading)}</p>
<button id="show-qr" type="button" hidden>${escapeHtml(t.qrShow)}</button>
</div>
<p class="hint centered">${escapeHtml(t.qrRenews)}</p>
${steps(t.qrSteps)}
</section>`;
}

const ending = (
  id: string,
  title: string,
  text: string,
  isShown: boolean,
  more = '',
): string => `<section id="${id}" class="ending"${isShown ? '' : ' hidden'}>
<h2 tabindex="-1">${escapeHtml(title)}</h2>
<p>${escapeHtml(text)}</p>${more}
</section>`;

/**
 * The way through Meta for a phone that is asked for a passkey: offered, not set up, or completed by the person who
 * comes back from it.
 */
export type OfficialWay = 'offered' | 'unavailable' | 'completed';

/** The other way of a phone that is asked for a passkey; the link has no part of the address. */
const passkeyWay = (t: PairTexts, way: OfficialWay, language: Language): string =>
  way === 'offered'
    ? `
<p>${escapeHtml(t.officialText)}</p>
<p><a class="button" href="?way=official&amp;lang=${language}" rel="nofollow">${escapeHtml(t.officialButton)}</a></p>`
    : `
<p>${escapeHtml(t.officialAsk)}</p>`;

/** The final view of a state; null while linking is still possible. */
function endingOf({ stage, status, reason }: PairPage, way: OfficialWay = 'unavailable'): string | null {
  if (way === 'completed') return 'official';
  if (stage === 'linked') return 'linked';
  if (stage === 'paused') return 'paused';
  if (stage !== 'over') return null;
  if (status === 'failed') return reason === 'passkey_required' ? 'passkey' : 'failed';
  return status === 'logged_out' ? 'logged-out' : 'over';
}

/** The page of an unknown link. */
export const UNKNOWN_PAGE: PairPage = { stage: 'over', status: 'expired', reason: null, since: '', label: '' };

/** The progress and final view of a state, for the script. */
export const progressOf = (page: PairPage) => ({
  stage: page.stage,
  status: page.status,
  since: page.since,
  ending: endingOf(page),
});

/** The hosted page in one language: it contains every view, and the script shows the current one. */
export function renderPairPage(page: PairPage, language: Language, way: OfficialWay): string {
  const t = PAGE_TEXTS[language].pair;
  const shown = endingOf(page, way);
  const { created, connecting, awaiting_pairing, linking, offline } = t;
  const now = page.stage === 'linking' ? linking : created;
  const endings = [
    ending('linked', t.linkedTitle, t.linkedText, shown === 'linked'),
    ending('paused', t.pausedTitle, t.pausedText, shown === 'paused'),
    ending('over', t.overTitle, t.overText, shown === 'over'),
    ending('failed', t.failedTitle, t.failedText, shown === 'failed'),
    ending('passkey', t.failedTitle, t.passkeyText, shown === 'passkey', passkeyWay(t, way, language)),
    ending('official', t.officialTitle, t.officialDone, shown === 'official'),
    ending('logged-out', t.loggedOutTitle, t.failedText, shown === 'logged-out'),
  ];
  const content = `${page.label === '' ? '' : `<p class="for">${escapeHtml(t.forWhom)} <bdi>${escapeHtml(page.label)}</bdi></p>`}
<p id="progress" role="status" class="progress" ${sayings({ created, connecting, awaiting_pairing, linking, offline })}${shown ? ' hidden' : ''}>${escapeHtml(now)}</p>
<div id="open"${page.stage === 'open' ? '' : ' hidden'}>
<noscript><p class="problem">${escapeHtml(t.needsScript)}</p></noscript>
<fieldset class="ways">
<legend>${escapeHtml(t.choose)}</legend>
<input type="radio" name="way" id="way-code" value="code" checked><label for="way-code">${escapeHtml(t.wayCode)}</label>
<input type="radio" name="way" id="way-qr" value="qr"><label for="way-qr">${escapeHtml(t.wayQr)}</label>
</fieldset>
${codePart(t)}
${qrPart(t)}
<p class="notice">${escapeHtml(t.notice)}</p>
</div>
<div id="endings" aria-live="polite">
${endings.join('\n')}
</div>
`;
  return renderDocument({
    language,
    title: t.title,
    head: '<script src="/pair/page.js" defer></script>\n',
    bodyAttributes: ` data-stage="${page.stage}"`,
    content,
  });
}
