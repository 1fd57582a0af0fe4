import { escapeHtml } from '@parley/common/escape-html';
import { type Language, OTHER_LANGUAGE } from '../pair-page/choose-language.ts';

/** A page for people who have no account here: they link a phone, or connect a channel. */
export interface PublicPage {
  language: Language;
  /** Text of the title and of the heading. */
  title: string;
  /** Label of the language choice. */
  languageLabel: string;
  /** Address of the page without a query; empty for the page that shows it. */
  path?: string;
  /** Attributes of the body, and further lines of the head: HTML. */
  bodyAttributes?: string;
  head?: string;
  /** HTML below the heading, ending with a line break. */
  content: string;
}

/** The whole document, in its language and direction, with our own style only. */
export function renderDocument(page: PublicPage): string {
  const { language, languageLabel, path = '', bodyAttributes = '', head = '', content } = page;
  const title = escapeHtml(page.title);
  const other = OTHER_LANGUAGE[language];
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
${head}</head>
<body${bodyAttributes}>
<main>
<header>
<h1>${title}</h1>
<nav aria-label="${escapeHtml(languageLabel)}"><a href="${path}?lang=${other.language}" lang="${other.language}" hreflang="${other.language}">${other.name}</a></nav>
</header>
${content}</main>
</body>
</html>
`;
}
