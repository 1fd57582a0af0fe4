import { posix } from 'node:path';

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/|#)/i;
const CODE = /(^(?:```|~~~)[\s\S]*?^(?:```|~~~)|`[^`\n]*`)/m;

/** A page with rewritten links. */
export interface Linked {
  /** The page with links to other pages of the site, and to copies of other files. */
  text: string;
  /** Paths of the files that it links to or shows. */
  files: readonly string[];
}

export interface Repository {
  pages: ReadonlyMap<string, string>;
  isFile(path: string): boolean;
  /** The address of the site on its host, such as `/docs/`. */
  base: string;
}

/** Maps the text between code spans and blocks. */
const outsideCode = (text: string, map: (part: string) => string): string =>
  text
    .split(new RegExp(CODE.source, 'gm'))
    .map((part, index) => (index % 2 === 0 ? map(part) : part))
    .join('');

/** Hides the backticks of link labels, so that the split at code spans does not cut a link in two. */
const TICK = '\u0000';
const hideTicks = (text: string): string =>
  text.replaceAll(LINK, (link) => (link.includes('\n```') ? link : link.replaceAll('`', TICK)));

/**
 * A page of the repository as a page of the site. Its links go to pages of the site; other files of the repository get
 * a copy under `files/`; a link to a folder becomes plain text.
 */
export function linkPage(path: string, text: string, { pages, isFile, base }: Repository): Linked {
  const files = new Set<string>();
  const place = pages.get(path) ?? '';
  const replaced = (link: string, mark: string, label: string, target: string): string => {
    if (ELSEWHERE.test(target)) return link;
    const [file = '', anchor] = target.split('#');
    const aim = posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/, '');
    const page = pages.get(aim) ?? pages.get(`${aim}/README.md`);
    if (page !== undefined) {
      const relative = posix.relative(posix.dirname(place), page);
      return `${mark}[${label}](./${relative}.md${anchor ? `#${anchor}` : ''})`;
    }
    if (!isFile(aim)) return label;
    files.add(aim);
    // VitePress adds the site's address to pictures, but not to links with a target.
    return mark === '!' ? `![${label}](/files/${aim})` : `[${label}](${base}files/${aim}){target="_self"}`;
  };
  const linked = outsideCode(hideTicks(text), (part) => part.replaceAll(LINK, replaced)).replaceAll(TICK, '`');
  return { text: linked, files: [...files] };
}
