import { describe, expect, test } from 'vitest';
import { anchorsOf, findBrokenReferences } from './find-broken-references.ts';

const PAGE = '# Sends\n\n## The 24-hour window\n\n## message.sent\n\n```\n## no heading\n```\n';

/** The problems of one file, checked together with a page of the reference. */
const check = (path: string, text: string): string[] =>
  findBrokenReferences(
    new Map<string, string | null>([
      ['docs/reference/sends.md', PAGE],
      ['docs/picture.png', null],
      ['src/a.ts', ''],
      [path, text],
    ]),
  );

describe('anchors', () => {
  test('follow GitHub’s rules: lower case, hyphens for spaces, no punctuation; headings in code do not count', () => {
    expect([...anchorsOf(PAGE)]).toEqual(['sends', 'the-24-hour-window', 'messagesent']);
  });

  test('of a repeated heading have a number', () => {
    expect([...anchorsOf('## `a` [b](c.md)\n## a b\n## A b!\n')]).toEqual(['a-b', 'a-b-1', 'a-b-2']);
  });
});

describe('a citation of the reference', () => {
  test.each([
    '/** Cut off (docs/reference/sends.md#the-24-hour-window). */',
    '// docs/reference/sends.md',
    '// docs/reference/sends.md#messagesent, docs/reference/sends.md#sends.',
    '// see docs/reference/',
  ])('%s resolves', (line) => {
    expect(check('src/b.ts', line)).toEqual([]);
  });

  test.each([
    ['// docs/reference/gone.md#here', 'docs/reference/gone.md does not exist'],
    ['// docs/reference/sends.md#no-heading', 'docs/reference/sends.md has no section #no-heading'],
  ])('%s does not resolve', (line, problem) => {
    expect(check('src/b.ts', `first\n${line}\n`)).toEqual([`src/b.ts:2: ${problem}`]);
  });
});

describe('a Markdown link', () => {
  test.each([
    '[a](reference/sends.md#messagesent) and [b](picture.png)',
    '[folder](reference/), [root](..), [code](../src/a.ts#L3)',
    '[here](#a-heading)\n## A heading',
    '[web](https://example.com/gone.md), [mail](mailto:a@b.c)',
    '```\n[code](gone.md)\n```',
    '[with a title](reference/sends.md "Sends")',
  ])('%s resolves', (text) => {
    expect(check('docs/b.md', text)).toEqual([]);
  });

  test.each([
    ['[a](gone.md)', 'docs/gone.md does not exist'],
    ['[a](reference/sends.md#gone)', 'docs/reference/sends.md has no section #gone'],
    ['[a](#gone)', 'docs/b.md has no section #gone'],
    ['![a](reference/picture.png)', 'docs/reference/picture.png does not exist'],
  ])('%s does not resolve', (text, problem) => {
    expect(check('docs/b.md', text)).toEqual([`docs/b.md:1: ${problem}`]);
  });
});

describe('a citation of a document that is not in the repository', () => {
  test.each([
    '(contract §4)',
    'the contract’s §1',
    '(source §2.7)',
    '(providers/wd §4)',
    '(wd.md §2)',
    '(tt.md)',
    '(operator.md)',
    '(issue 9)',
    'issue #12:',
    'rule 9',
    'see §3',
  ])('%s is refused', (text) => {
    expect(check('src/b.ts', `// ${text}`)).not.toEqual([]);
    expect(check('docs/b.md', text)).not.toEqual([]);
  });

  test.each(['RFC 7239 §6', 'docs/reference/sends.md', 'the issue is new', 'a rule of 9'])('%s is not one', (text) => {
    expect(check('src/b.ts', `// ${text}`)).toEqual([]);
  });

  test('a link to a page of the reference is not such a citation', () => {
    expect(
      findBrokenReferences(
        new Map([
          ['docs/reference/wd.md', '# wd'],
          ['docs/b.md', '[wd.md](reference/wd.md#wd)'],
        ]),
      ),
    ).toEqual([]);
  });
});
