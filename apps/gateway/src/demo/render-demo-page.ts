import type { Language } from '@parley/common/languages/languages';
import { escapeHtml } from '@parley/common/text/escape-html';
import { pagePolicy } from '../public-pages/page-policy.ts';
import { PAGE_TEXTS } from '../public-pages/page-texts.ts';
import { renderDocument } from '../public-pages/render-document.ts';

export const DEMO_PAGE_POLICY = pagePolicy({ form: 'self' });

/** The reason why no workspace was opened. */
export interface DemoProblem {
  what: 'full' | 'tooMany' | 'unavailable';
  minutes: number;
}

/** The first page of a public demo: a sentence on what it is, and one button. */
export function renderDemoPage(language: Language, minutes: number, problem: DemoProblem | null): string {
  const { demo: t } = PAGE_TEXTS[language];
  const said = problem && (problem.what === 'unavailable' ? t.unavailable : t[problem.what](String(problem.minutes)));
  const content = `<p>${escapeHtml(t.what)}</p>
<p>${escapeHtml(t.ends(String(minutes)))} ${escapeHtml(t.nothingLeaves)}</p>
${said === null ? '' : `<p class="problem" role="alert">${escapeHtml(said)}</p>\n`}<form method="post" action="/try?lang=${language}"><button type="submit">${escapeHtml(t.button)}</button></form>
`;
  return renderDocument({ language, title: t.title, path: '/', content });
}
