import { readdirSync } from 'node:fs';
import { posix } from 'node:path';

/** Pages outside of docs/ and their places on the site, without an extension. */
const OTHER_PAGES: Readonly<Record<string, string>> = {
  'README.md': 'readme',
  'CHANGELOG.md': 'changelog',
  'CONTRIBUTING.md': 'contributing',
  'SECURITY.md': 'security',
  'apps/cli/README.md': 'cli',
};
const SDK = /^sdks\/([a-z]+)\/README\.md$/;

/** The place of a page of docs/: a README is the first page of its folder, that of docs/ the table of contents. */
function placeOf(path: string): string {
  const place = path.slice('docs/'.length, -'.md'.length);
  if (place === 'README') return 'contents';
  // The locale of a page is its first folder.
  if (place === 'ar') return 'ar/index';
  return posix.basename(place) === 'README' ? posix.join(posix.dirname(place), 'index') : place;
}

/** The files below `root` in the folders that hold pages. */
const filesOf = (root: string): string[] => [
  ...Object.keys(OTHER_PAGES),
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ...readdirSync(`${root}sdks`).map((name) => `sdks/${name}/README.md`),
];

/** Every page of the site: path in the repository → place on the site, such as `tutorials/first-message`. */
export function findPages(root: string): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  for (const path of filesOf(root)) {
    const language = SDK.exec(path)?.[1];
    const other = OTHER_PAGES[path];
    if (language && language !== 'conformance') pages.set(path, `sdks/${language}`);
    else if (other) pages.set(path, other);
    else if (path.startsWith('docs/') && path.endsWith('.md')) pages.set(path, placeOf(path));
  }
  return pages;
}
