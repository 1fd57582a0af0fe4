import { posix } from 'node:path';

/** The text of every tracked file by its path from the root; null for files that are not read. */
export type Files = ReadonlyMap<string, string | null>;

/** Citations of a section of the reference in comments: `docs/reference/<page>.md#<section>`. */
const CITATION = /\bdocs\/reference\/([\w./-]*\w\.\w+)(?:#([\w-]+))?/g;
const LINK = /\[(?:[^[\]]|\[[^\]]*\])*\]\(\s*<?([^()\s>]+(?:\([^()\s]*\))?)>?[^()]*\)/g;
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const FENCE = /^\s*(?:```|~~~)/;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Citations of documents that are not in the repository. */
const FOREIGN: readonly RegExp[] = [
  /\bcontract(?:['’]s)? §/i,
  /\bsource §/i,
  /\bproviders\/[a-z]{2} ?§/,
  /(?<!docs\/reference\/)\b(?:wa|wd|tg|fb|ig|tt|operator|webhook-delivery|messaging-service-api|contract)\.md\b/,
  /(?<!\bRFC \d{1,5} )§ ?\d/,
  /\bissues? #?\d+\b/i,
  /\brules? \d+\b/i,
];

/** The lines of a Markdown text outside code blocks; those inside are empty. */
function withoutCode(text: string): string[] {
  let isCode = false;
  return text.split('\n').map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? '' : line;
  });
}

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/** The anchors of a Markdown text; a repeated heading gets a number. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const line of withoutCode(text)) {
    const heading = HEADING.exec(line)?.[1];
    if (heading === undefined) continue;
    const anchor = anchorOf(heading);
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    anchors.add(times === 0 ? anchor : `${anchor}-${times}`);
  }
  return anchors;
}

const isMarkdown = (path: string): boolean => path.endsWith('.md');

function makeResolve(files: Files) {
  const folders = new Set([...files.keys()].flatMap((path) => parentsOf(path)));
  const anchors = new Map<string, Set<string>>();
  const anchorsIn = (path: string, text: string): Set<string> => {
    const known = anchors.get(path) ?? anchorsOf(text);
    anchors.set(path, known);
    return known;
  };
  /** The problem of a target, or null. */
  return (path: string, anchor: string | undefined): string | null => {
    const text = files.get(path);
    if (text === undefined && !folders.has(path)) return `${path} does not exist`;
    if (!anchor || !isMarkdown(path) || typeof text !== 'string') return null;
    return anchorsIn(path, text).has(anchor) ? null : `${path} has no section #${anchor}`;
  };
}

function parentsOf(path: string): string[] {
  const parent = posix.dirname(path);
  return parent === '.' ? ['.'] : [parent, ...parentsOf(parent)];
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/**
 * Every citation of the reference and every relative Markdown link that does not resolve, and every citation of a
 * document outside the repository.
 */
export function findBrokenReferences(files: Files): string[] {
  const resolve = makeResolve(files);

  function problemsOfLinks(path: string, line: string): string[] {
    return [...line.matchAll(LINK)].flatMap(([, target = '']) => {
      if (ELSEWHERE.test(target)) return [];
      const [to = '', anchor] = decode(target).split('#', 2);
      const absolute = to.startsWith('/') ? to.slice(1) : posix.join(posix.dirname(path), to);
      return resolve(to === '' ? path : posix.normalize(absolute).replace(/\/$/, ''), anchor) ?? [];
    });
  }

  function problemsOf(path: string, line: string): string[] {
    const prose = isMarkdown(path) ? line.replace(LINK, '') : line;
    const cited = [...prose.matchAll(CITATION)].flatMap(
      ([, page, anchor]) => resolve(`docs/reference/${page}`, anchor) ?? [],
    );
    const foreign = FOREIGN.flatMap((form) => {
      const found = form.exec(prose)?.[0];
      return found === undefined ? [] : [`"${found}" cites a document that is not in the repository`];
    });
    return [...cited, ...foreign, ...(isMarkdown(path) ? problemsOfLinks(path, line) : [])];
  }

  return [...files].flatMap(([path, text]) => {
    if (text === null) return [];
    const lines = isMarkdown(path) ? withoutCode(text) : text.split('\n');
    return lines.flatMap((line, index) => problemsOf(path, line).map((problem) => `${path}:${index + 1}: ${problem}`));
  });
}
