import { readFileSync } from 'node:fs';
import { addArabicForms } from '../src/add-arabic-forms.ts';
import { ARABIC_LOCALE, ARABIC_SEARCH } from '../src/arabic-frame.ts';
import { githubSlug } from '../src/github-slug.ts';
import { joinLanguages } from '../src/join-search-indexes.ts';

// The pages, their links and the sidebar come from src/stage-pages.ts. No option of the theme may be a function: VitePress
// sends those to the browser as text and evaluates them, which the content policy forbids.
const readStaged = (name) => JSON.parse(readFileSync(new URL(`../.pages/${name}`, import.meta.url), 'utf8'));
const sidebar = readStaged('sidebar.json');
/** Null on a gateway, which serves the pages of its own release alone. */
const version = readStaged('version.json');

export default {
  title: 'Parley',
  description: 'One HTTP API for WhatsApp, Telegram, Messenger, Instagram and TikTok, hosted by you',
  srcDir: '.pages',
  srcExclude: ['public/**'],
  outDir: 'dist',
  cleanUrls: true,
  vite: { build: { chunkSizeWarningLimit: 2000 }, plugins: [joinLanguages] },
  locales: { root: { label: 'English', lang: 'en' }, ar: ARABIC_LOCALE },
  // Data of the pages in files instead of inline scripts, so that all pages have the same few inline scripts.
  metaChunk: true,
  markdown: { anchor: { slugify: githubSlug } },
  // Addresses of the reader's own Parley; a test crawls all other links (test/browser/docs-site.test.ts).
  ignoreDeadLinks: [/^https?:\/\/(localhost|127\.0\.0\.1)/],
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  themeConfig: {
    // Few pages have an Arabic one: the menu of languages leads to the first page.
    i18nRouting: false,
    search: {
      provider: 'local',
      // An option that begins with `_` stays in the build.
      options: {
        _render: (text, environment, markdown) => addArabicForms(markdown.render(text, environment)),
        locales: { ar: ARABIC_SEARCH },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/tutorials/first-message' },
      { text: 'Reference', link: '/reference/' },
      { text: 'API', link: '/api', target: '_self' },
      { text: 'Contents', link: '/contents' },
      // The list above the folders of all releases.
      ...(version === null ? [] : [{ text: version, link: '/../', target: '_self' }]),
    ],
    sidebar,
  },
};
