import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Pattern {
  pattern: RegExp;
  /** How to write it instead. */
  instead: string;
}

/** The patterns of CONTRIBUTING.md#comments that a program can see. */
const PATTERNS: readonly Pattern[] = [
  { pattern: /^(?:Of|For)\b/, instead: 'begin with a verb or a noun, or rename the member' },
  { pattern: /^What\b(?![^.]*\?)/, instead: 'begin with the noun that it stands for' },
  { pattern: /^(?:Why|Whom?)\b(?![^.]*\?)/, instead: 'begin with a noun: the reason, the person, the party' },
  { pattern: /\bin the meantime\b/i, instead: 'say when: since, before, during' },
  { pattern: /\bunder way\b/i, instead: 'in progress, running' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
  { pattern: /\btells?\b/i, instead: 'returns, reports, shows, notifies' },
  { pattern: /\bg(?:o|oes|oing) on\b/i, instead: 'continues' },
  { pattern: /\b(?:any|every|no|some)body\b/i, instead: 'name the person, worker or caller' },
  { pattern: /\bmeanwhile\b/i, instead: 'say when: since, before, during' },
  { pattern: /\btold\b/i, instead: 'notified, distinguished, shown' },
  { pattern: /\bdeeds?\b/i, instead: 'action' },
  {
    pattern: /\b(?:a|another|each|every|first|last|next|one|the|this) tr(?:y|ies)\b/i,
    instead: 'attempt',
  },
  { pattern: /\b(?:all|and|its|of|the|their|these) texts\b/i, instead: 'strings or messages' },
];

const COMMENT = /\/\*\*?(?<block>[\s\S]*?)\*\/|(?<![:'"`\w])\/\/(?<line> [^\n]*)/g;
/** A comment as running text, without the code in it. */
const plain = (text: string): string =>
  text
    .replaceAll(/\n\s*\*? ?/g, ' ')
    .replaceAll(/`[^`]*`/g, '`')
    .trim();

/** The patterns that the comments of a file contain, each with its line and what to write instead. */
export function findCommentProblems(path: string, text: string): string[] {
  return [...text.matchAll(COMMENT)].flatMap(({ groups, index }) => {
    const comment = plain(groups?.block ?? groups?.line ?? '');
    return PATTERNS.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(comment) ?? [];
      if (found === undefined) return [];
      return [`${path}:${text.slice(0, index).split('\n').length}: "${found}" in a comment: ${instead}`];
    });
  });
}

/** The same, of many files below `root`. */
export const findAllCommentProblems = (root: string, paths: readonly string[]): string[] =>
  paths.flatMap((path) => findCommentProblems(path, readFileSync(join(root, path), 'utf8')));
