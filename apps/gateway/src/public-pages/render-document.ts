import { directionOf, LANGUAGES, type Language } from '@parley/common/languages/languages';
import { escapeHtml } from '@parley/common/text/escape-html';
import { PAGE_TEXTS } from './page-texts.ts';

/** A page for people who have no account here: they link a phone, or connect a channel. */
export interface PublicPage {
  language: Language;
  /** Text of the title and of the heading. */
  title: string;
  /** Address of the page without a query; empty for the page that shows it. */
  path?: string;
  /** Attributes of the body, and further lines of the head: HTML. */
  bodyAttributes?: string;
  head?: string;
  /** HTML below the heading, ending with a line break. */
  content: string;
}

/** Links to the page in its other languages, each by its own name. */
const otherLanguages = (shown: Language, path: string): string =>
  LANGUAGES.filter(({ code }) => code !== shown)
    .map(({ code, name }) => `<a href="${path}?lang=${code}" lang="${code}" hreflang="${code}">${name}</a>`)
    .join('\n');

/** The whole document, in its language and direction, with our own style only. */
export function renderDocument(page: PublicPage): string {
  const { language, path = '', bodyAttributes = '', head = '', content } = page;
  const title = escapeHtml(page.title);
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
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
<nav aria-label="${escapeHtml(PAGE_TEXTS[language].language)}">
${otherLanguages(language, path)}
</nav>
</header>
${content}</main>
</body>
</html>
`;
}
