import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { catalogues } from './catalogues.ts';
import { compressFiles } from './compress-files.ts';
import { emojiLists } from './emoji-lists.ts';

/**
 * The libraries that every page, menu and dialog needs, in one file: it compresses better than several, and stays the
 * same from release to release.
 */
const BASE =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/[a-z-]*(router|history|query|store)[a-z-]*|@trpc|@floating-ui|@base-ui\/utils|@base-ui\/react\/(internals|utils|merge-props|floating-ui-react|tooltip\/(trigger|store)))\//;

/** Modules that only menus and lists of choices need, such as their positioning and hovering; not part of the first page. */
const POPUPS =
  /node_modules\/(@floating-ui\/(dom|core|react-dom)\/|@base-ui\/react\/(floating-ui-react\/(middleware|hooks\/use(Typeahead|ListNavigation|HoverFloating|Floating\.))|internals\/(useAnchorPositioning|itemEquality|labelable|resolveValueLabel|field-)))/;

/** The arrow keys of tabs and menus. */
const COMPOSITE = /node_modules\/@base-ui\/react\/(tabs|internals\/composite\/(list|item|root))\//;

/** Everything that several screens show, with their icons, except what few of them need. */
const PARTS =
  /apps\/console\/src\/((ui|i18n|shell|api)\/(?!(alerts|comments|mentions|webhook|weekly-hours)\/)([a-z]+\/)?(?!opened-|copy-|list-s|menu-popup|detail-panel|disclosure|json-tree|act-as-tenant|day-lines|facts|figure|search-field|searched-list|secret-dialog|phone-frame|provider-names|change-dialog|sort-button|spark-line|time-zone-field|use-own-accounts|use-save)[^/]+$|live\/)|packages\/common\/(?!src\/events\/event-types)|lucide-react/;

/** Few files rather than many small ones: each is a request more before the first list. */
const GROUPS = [
  { name: 'base', test: (id: string) => BASE.test(id) && !POPUPS.test(id) && !COMPOSITE.test(id), priority: 4 },
  { name: 'frame', tags: ['$initial'], priority: 3 },
  { name: 'popups', test: POPUPS, priority: 2 },
  { name: 'composite', test: COMPOSITE, priority: 2 },
  { name: 'parts', test: PARTS, minShareCount: 3, priority: 1 },
  { name: 'inbox-texts', test: /apps\/console\/src\/texts\/inbox\.ts/, priority: 1 },
  { name: 'inbox', test: /apps\/console\/src\/screens\/inbox\//, minShareCount: 2 },
] satisfies Rolldown.CodeSplittingGroup[];

/** The gateway serves everything below /console; nothing is inlined, so that the content policy needs no exception. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [react(), tailwindcss(), emojiLists(), catalogues(), compressFiles()],
  resolve: { conditions: ['source', 'module', 'browser', 'import', 'default'] },
  server: { proxy: { '/console/trpc': 'http://127.0.0.1:8080' } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
});
