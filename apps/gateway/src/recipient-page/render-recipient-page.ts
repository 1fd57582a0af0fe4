import type { RecipientPage } from '@parley/common/contracts/internal/recipient-page';
import type { Language } from '@parley/common/languages/languages';
import { escapeHtml } from '@parley/common/text/escape-html';
import { pagePolicy } from '../public-pages/page-policy.ts';
import { PAGE_TEXTS } from '../public-pages/page-texts.ts';
import { renderDocument } from '../public-pages/render-document.ts';

export const RECIPIENT_PAGE_POLICY = pagePolicy({ form: 'self' });

/** The page of a link in a mail. It asks for confirmation before it acts, because programs open links too. */
export function renderRecipientPage(link: 'confirm' | 'off', page: RecipientPage, language: Language): string {
  const texts = PAGE_TEXTS[language].recipient;
  const names: Readonly<Record<string, string>> = texts.kinds;
  const t = texts[link];
  const subject = page.kinds.map((kind) => names[kind] ?? kind).join(', ') || texts.everything;
  const about = link === 'off' ? `<p><strong>${escapeHtml(subject)}</strong></p>\n` : '';
  const content = page.isDone
    ? `${about}<p role="status">${escapeHtml(t.done(page.address))}</p>\n`
    : `${about}<p>${escapeHtml(t.question(page.address))}</p>\n<form method="post"><button class="button" type="submit">${escapeHtml(t.button)}</button></form>\n`;
  return renderDocument({ language, title: t.title, content });
}
