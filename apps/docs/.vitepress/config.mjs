import { readFileSync } from 'node:fs';
import { addArabicForms } from '../src/add-arabic-forms.ts';
import { githubSlug } from '../src/github-slug.ts';

// The pages, their links and the sidebar come from src/stage-pages.ts. No option of the theme may be a function: VitePress
// sends those to the browser as text and evaluates them, which the content policy forbids.
const sidebar = JSON.parse(readFileSync(new URL('../.pages/sidebar.json', import.meta.url), 'utf8'));

export default {
  title: 'Parley',
  description: 'One HTTP API for WhatsApp, Telegram, Messenger, Instagram and TikTok, hosted by you',
  base: '/docs/',
  srcDir: '.pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  cleanUrls: true,
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  // Data of the pages in files instead of inline scripts, so that all pages have the same few inline scripts.
  metaChunk: true,
  markdown: { anchor: { slugify: githubSlug } },
  // Addresses of the reader's own Parley; a test crawls all other links (test/browser/docs-site.test.ts).
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.0\.0\.1)/],
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  themeConfig: {
    search: {
      provider: 'local',
      // An option that begins with `_` stays in the build.
      options: { _render: (text, environment, markdown) => addArabicForms(markdown.render(text, environment)) },
    },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/tutorials/first-message' },
      { text: 'Reference', link: '/reference/' },
      { text: 'API', link: '/api', target: '_self' },
      { text: 'Contents', link: '/contents' },
    ],
    sidebar,
  },
};
