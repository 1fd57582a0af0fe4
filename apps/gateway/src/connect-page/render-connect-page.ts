import type { ConnectPage } from '@parley/common/contracts/internal/connect-link';
import { escapeHtml } from '@parley/common/escape-html';
import { renderDocument } from '../answers/render-document.ts';
import type { Language } from '../pair-page/choose-language.ts';
import { CONNECT_TEXTS } from './connect-texts.ts';

/** Content policy: our own style only; no scripts, no external resources, no frames. */
export const CONNECT_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Bidirectional controls and line separators: in a name they could rearrange the page. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const NAME_MAX = 200;

/** An untrusted name as one line of plain text. */
export function plainName(name: string): string {
  const characters = [...name.replaceAll(UNSEEN, '')];
  return characters.length <= NAME_MAX ? characters.join('') : `${characters.slice(0, NAME_MAX).join('')}…`;
}

interface Shown extends ConnectPage {
  language: Language;
  /** Address of this page, without a query. */
  path: string;
  /** See proofOf. */
  proof: string;
  /** Continue was pressed, but the browser did not send our cookie. */
  isCookieMissing: boolean;
}

/**
 * The page before a provider's dialog: who asks, for what, and where it leads
 * (docs/reference/channels.md#connect-links).
 */
export function renderConnectPage({ channel, language, path, proof, isCookieMissing, ...page }: Shown): string {
  const t = CONNECT_TEXTS[language];
  const content = `<dl class="facts">
<dt>${escapeHtml(t.asks)}</dt><dd><bdi>${escapeHtml(plainName(page.tenantName))}</bdi></dd>
<dt>${escapeHtml(t.channel)}</dt><dd>${escapeHtml(t.accountKind[channel])}</dd>
<dt>${escapeHtml(t.returns)}</dt><dd><bdi dir="ltr">${escapeHtml(page.returnHost)}</bdi></dd>
</dl>
<p>${escapeHtml(t.meaning)}</p>
${isCookieMissing ? `<p class="problem" role="alert">${escapeHtml(t.needsCookie)}</p>\n` : ''}<p><a class="button" rel="nofollow" href="${path}/continue?proof=${proof}">${escapeHtml(t.continue[channel])}</a></p>
<p class="notice">${escapeHtml(t.notice)}</p>
`;
  return renderDocument({ language, title: t.title[channel], languageLabel: t.language, path, content });
}
