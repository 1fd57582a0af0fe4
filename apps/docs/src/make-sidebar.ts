/** A page with its place on the site and the text of its first heading. */
export interface TitledPage {
  place: string;
  title: string;
}

interface Group {
  text: string;
  collapsed: boolean;
  items: readonly { text: string; link: string; place: string }[];
}

/** The groups of the sidebar in order; a page belongs to the first group that matches its place. */
const GROUPS: readonly { text: string; places: RegExp; first: readonly string[]; isOpen?: boolean }[] = [
  {
    text: 'Try it',
    places: /^(tutorials\/first-message|readme|ar\/index|operations\/sandbox)$/,
    first: ['tutorials/first-message'],
    isOpen: true,
  },
  {
    text: 'Build on it',
    places: /^(tutorials|how-to|sdks)\/|^(business-app|cli|connect-links|connect-whatsapp|pairing-page)$/,
    first: ['tutorials/order-by-buttons'],
    isOpen: true,
  },
  { text: 'Reference', places: /^(reference|errors)\//, first: ['reference/index', 'reference/event-catalogue'] },
  {
    text: 'Run it',
    places: /^(operations\/|security$|changelog$)/,
    first: [
      'operations/install',
      'operations/upgrading',
      'operations/scale',
      'operations/backups',
      'operations/hardening',
    ],
  },
  { text: 'Change it', places: /./, first: ['contributing', 'architecture', 'tests'] },
];
/** Titles of pages whose first heading does not say what they are among others. */
const TITLES: Readonly<Record<string, string>> = {
  readme: 'README',
  cli: 'Command line',
  'sdks/typescript': 'TypeScript SDK',
  'sdks/python': 'Python SDK',
  'sdks/php': 'PHP SDK',
  'sdks/go': 'Go SDK',
  contributing: 'Contributing',
};
/** Pages that the navigation bar or the first page leads to. */
const UNLISTED = new Set(['index', 'contents']);

/** The sidebar of every page: all pages in groups, by title after those that come first. */
export function makeSidebar(pages: readonly TitledPage[]): readonly Group[] {
  const groupOf = (place: string) => GROUPS.findIndex(({ places }) => places.test(place));
  return GROUPS.map(({ text, first, isOpen = false }, index) => {
    const rank = (place: string): number => (first.includes(place) ? first.indexOf(place) : first.length);
    const items = pages
      .filter(({ place }) => !UNLISTED.has(place) && groupOf(place) === index)
      .toSorted((a, b) => rank(a.place) - rank(b.place) || a.title.localeCompare(b.title, 'en'))
      .map(({ place, title }) => ({
        text: TITLES[place] ?? title,
        place,
        link: `/${place.replace(/(^|\/)index$/, '$1')}`,
      }));
    return { text, collapsed: !isOpen, items };
  });
}
