import type { ConnectPage, ConnectWay } from '@parley/common/contracts/internal/connect-link';
import type { Language } from '@parley/common/languages/languages';
import { escapeHtml } from '@parley/common/text/escape-html';
import { pagePolicy } from '../public-pages/page-policy.ts';
import { PAGE_TEXTS } from '../public-pages/page-texts.ts';
import { renderDocument } from '../public-pages/render-document.ts';
import { plainName } from './plain-name.ts';

export const CONNECT_PAGE_POLICY = pagePolicy({ form: 'none' });

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
 * The page before a provider's dialog (docs/reference/channels.md#connect-links): it names the requester, the request
 * and the destination.
 */
export function renderConnectPage({ channel, language, path, proof, isCookieMissing, ways, ...page }: Shown): string {
  const t = PAGE_TEXTS[language].connect;
  const button = (text: string, via?: ConnectWay) => {
    const query = `&amp;lang=${language}${via === undefined ? '' : `&amp;via=${via}`}`;
    return `<a class="button" rel="nofollow" href="${path}/continue?proof=${proof}${query}">${escapeHtml(text)}</a>`;
  };
  const way = (via: ConnectWay) =>
    `<p>${escapeHtml(t.ways[via].needs)}</p>\n<p>${button(t.ways[via].continue, via)}</p>`;
  const choices = ways && ways.length > 0 ? ways.map(way).join('\n') : `<p>${button(t.continue[channel])}</p>`;
  const kind = ways?.length === 1 && ways[0] === 'instagram' ? t.ways.instagram.kind : t.accountKind[channel];
  const content = `<dl class="facts">
<dt>${escapeHtml(t.asks)}</dt><dd><bdi>${escapeHtml(plainName(page.tenantName))}</bdi></dd>
<dt>${escapeHtml(t.channel)}</dt><dd>${escapeHtml(kind)}</dd>
<dt>${escapeHtml(t.returns)}</dt><dd><bdi dir="ltr">${escapeHtml(page.returnHost)}</bdi></dd>
</dl>
<p>${escapeHtml(t.meaning)}</p>
${isCookieMissing ? `<p class="problem" role="alert">${escapeHtml(t.needsCookie)}</p>\n` : ''}${choices}
<p class="notice">${escapeHtml(t.notice)}</p>
`;
  return renderDocument({ language, title: t.title[channel], path, content });
}
