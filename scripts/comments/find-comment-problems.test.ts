import { describe, expect, test } from 'vitest';
import { findCommentProblems } from './find-comment-problems.ts';

const check = (text: string): string[] => findCommentProblems('a.ts', text);

// CONTRIBUTING.md#comments
describe('the lint of comments', () => {
  test.each([
    ['/** Of the process. */', 'Of'],
    ['/** For the API. */', 'For'],
    ['/** What a send keeps. */', 'What'],
    ['// Nobody waits.', 'Nobody'],
    ['const a = 1; // it ended meanwhile', 'meanwhile'],
    ['/**\n * A browser\n * is told once.\n */', 'told'],
    ['/** The deeds of a member. */', 'deeds'],
    ['/** Pause before the next try. */', 'next try'],
    ['/** Empties the texts. */', 'the texts'],
    ['/** Why a send is refused. */', 'Why'],
    ['/** Whom a push notifies. */', 'Whom'],
    ['// Stored in the meantime.', 'in the meantime'],
    ['// The request under way.', 'under way'],
    ['/** Revokes a key for good. */', 'for good'],
    ['/** Tells whether a key is paused. */', 'Tells'],
    ['// The import goes on.', 'goes on'],
  ])('finds the pattern of %s', (text, found) => {
    expect(check(text)).toEqual([expect.stringContaining(`"${found}" in a comment`)]);
  });

  test('names the line', () => {
    expect(check('const a = 1;\n\n// told\n')).toEqual([expect.stringMatching(/^a\.ts:3: /)]);
  });

  test.each([
    '/** Runs as the user `nobody`. */',
    "const url = 'https://told.example';",
    "const text = 'What a day for nobody';",
    '/** What now? Asked once. */',
    '/** Why a second time? The lease may have ended. */',
    '/** Whole files. */',
    '/** A way of storing goods. */',
    '/** Tries to connect. */',
    '/** Forms of a message. */',
    '/** A text of the customer. */',
  ])('accepts %s', (text) => {
    expect(check(text)).toEqual([]);
  });
});
