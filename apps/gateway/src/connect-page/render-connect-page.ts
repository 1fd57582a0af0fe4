import type { ConnectPage } from '@parley/common/contracts/internal/connect-link';
import { escapeHtml } from '../answers/send-page.ts';
import { type Language, OTHER_LANGUAGE } from '../pair-page/choose-language.ts';
import { CONNECT_TEXTS } from './connect-texts.ts';

/** Our own style; nothing that runs, loads, sends or frames anything. */
export const CONNECT_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Signs that turn the direction of what follows, and line separators: a name that holds them could rearrange the page. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const NAME_MAX = 200;

/** A name that somebody else chose, as text of one line. */
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
 * The page before a provider's dialog: who asks, for what, and where it will end
 * (docs/reference/channels.md#connect-links).
 */
export function renderConnectPage({ channel, language, path, proof, isCookieMissing, ...page }: Shown): string {
  const t = CONNECT_TEXTS[language];
  const other = OTHER_LANGUAGE[language];
  const title = escapeHtml(t.title[channel]);
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pair/page.css">
</head>
<body>
<main>
<header>
<h1>${title}</h1>
<nav aria-label="${escapeHtml(t.language)}"><a href="${path}?lang=${other.language}" lang="${other.language}" hreflang="${other.language}">${other.name}</a></nav>
</header>
<dl class="facts">
<dt>${escapeHtml(t.asks)}</dt><dd><bdi>${escapeHtml(plainName(page.tenant_name))}</bdi></dd>
<dt>${escapeHtml(t.channel)}</dt><dd>${escapeHtml(t.accountKind[channel])}</dd>
<dt>${escapeHtml(t.returns)}</dt><dd><bdi dir="ltr">${escapeHtml(page.return_host)}</bdi></dd>
</dl>
<p>${escapeHtml(t.meaning)}</p>
${isCookieMissing ? `<p class="problem" role="alert">${escapeHtml(t.needsCookie)}</p>\n` : ''}<p><a class="button" rel="nofollow" href="${path}/continue?proof=${proof}">${escapeHtml(t.continue[channel])}</a></p>
<p class="notice">${escapeHtml(t.notice)}</p>
</main>
</body>
</html>
`;
}
