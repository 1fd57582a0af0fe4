import type { SitePage } from './stage-pages.ts';

const SUMMARY =
  '> Parley is a messaging service that you host yourself: one HTTP API for WhatsApp, Telegram, Messenger, Instagram and TikTok, with signed webhooks.';

/** A page as Markdown for programs: pictures with their whole address, and no attributes. */
export const plainPage = ({ text }: SitePage): string =>
  text.replaceAll('](/files/', '](/docs/files/').replaceAll('{target="_self"}', '');

/** llms.txt (llmstxt.org): the pages in the groups of the sidebar, as Markdown. */
export function makeLlms(
  sidebar: readonly { text: string; items: readonly { text: string; place: string }[] }[],
): string {
  const groups = sidebar.map(({ text, items }) => {
    const lines = items.map((item) => `- [${item.text}](/docs/${item.place}.md)`);
    return `## ${text}\n\n${lines.join('\n')}\n`;
  });
  const api = '## API\n\n- [OpenAPI document](/openapi.json)\n- [Postman collection](/docs/postman.json)\n';
  return `# Parley\n\n${SUMMARY}\n\nAll pages in one file: /docs/llms-full.txt\n\n${groups.join('\n')}\n${api}`;
}

/** llms-full.txt: every page, with its address before it. */
export const makeFullLlms = (pages: readonly SitePage[]): string =>
  pages.map((page) => `<!-- /docs/${page.place}.md -->\n\n${plainPage(page).trim()}\n`).join('\n');
