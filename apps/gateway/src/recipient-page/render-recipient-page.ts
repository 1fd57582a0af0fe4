import type { RecipientPage } from '@parley/common/contracts/internal/recipient-page';
import { escapeHtml } from '@parley/common/escape-html';
import { renderDocument } from '../answers/render-document.ts';
import type { Language } from '../pair-page/choose-language.ts';
import { RECIPIENT_TEXTS } from './recipient-texts.ts';

/** Content policy: our own style, and a form to ourselves. */
export const RECIPIENT_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of a link in a mail. It asks before it acts, because programs open links too. */
export function renderRecipientPage(link: 'confirm' | 'off', page: RecipientPage, language: Language): string {
  const texts = RECIPIENT_TEXTS[language];
  const t = texts[link];
  const subject = page.kinds.map((kind) => texts.kinds[kind] ?? kind).join(', ') || texts.everything;
  const about = link === 'off' ? `<p><strong>${escapeHtml(subject)}</strong></p>\n` : '';
  const content = page.isDone
    ? `${about}<p role="status">${escapeHtml(t.done(page.address))}</p>\n`
    : `${about}<p>${escapeHtml(t.question(page.address))}</p>\n<form method="post"><button class="button" type="submit">${escapeHtml(t.button)}</button></form>\n`;
  return renderDocument({ language, title: t.title, languageLabel: texts.language, content });
}
