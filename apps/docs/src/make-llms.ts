import { PAGE_SUMMARIES } from './page-summaries.ts';
import type { SiteAddress } from './site-address.ts';
import type { SitePage } from './stage-pages.ts';

const SUMMARY =
  '> Parley is a messaging service that you host yourself: one HTTP API for WhatsApp, Telegram, Messenger, Instagram and TikTok, with signed webhooks.';

/** A page as Markdown for programs: pictures with their whole address, and no attributes. */
export const plainPage = ({ text }: SitePage, { base }: SiteAddress): string =>
  text.replaceAll('](/files/', `](${base}files/`).replaceAll('{target="_self"}', '');

/** llms.txt (llmstxt.org): the pages in the groups of the sidebar, as Markdown, each with a sentence. */
export function makeLlms(
  sidebar: readonly { text: string; items: readonly { text: string; place: string }[] }[],
  { base, documents }: SiteAddress,
): string {
  const groups = sidebar.map(({ text, items }) => {
    const lines = items.map(({ text: title, place }) => `- [${title}](${base}${place}.md): ${PAGE_SUMMARIES[place]}`);
    return `## ${text}\n\n${lines.join('\n')}\n`;
  });
  const api = `## API\n\n- [OpenAPI document](${documents}openapi.json)\n- [Postman collection](${base}postman.json)\n`;
  return `# Parley\n\n${SUMMARY}\n\nEach page is a Markdown file; fetch those that you need.\n\n${groups.join('\n')}\n${api}`;
}
