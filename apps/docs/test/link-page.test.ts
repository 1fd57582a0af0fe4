import { expect, test } from 'vitest';
import { linkPage } from '../src/link-page.ts';

const pages = new Map([
  ['docs/README.md', 'contents'],
  ['docs/tutorials/first.md', 'tutorials/first'],
  ['docs/reference/README.md', 'reference/index'],
  ['docs/reference/events.md', 'reference/events'],
  ['README.md', 'readme'],
  ['sdks/typescript/README.md', 'sdks/typescript'],
]);
const files = new Set(['apps/a/b.ts', 'docs/screens/one.png', 'docs/screens/two.webp', 'docs/openapi.json']);
const link = (text: string) =>
  linkPage('docs/tutorials/first.md', text, { pages, isFile: (path) => files.has(path), base: '/docs/' });

test.each([
  ['[e](../reference/events.md#signatures)', '[e](./../reference/events.md#signatures)'],
  ['[r](../reference/README.md)', '[r](./../reference/index.md)'],
  ['[r](../reference)', '[r](./../reference/index.md)'],
  ['[root](../../README.md)', '[root](./../readme.md)'],
  ['[`sdk`](../../sdks/typescript/README.md)', '[`sdk`](./../sdks/typescript.md)'],
])('links to another page of the site: %s', (text, expected) => {
  expect(link(text)).toEqual({ text: expected, files: [] });
});

test('links to a copy of a file that is not a page, and shows a copy of an image', () => {
  expect(link('[b](../../apps/a/b.ts) ![p](../screens/one.png) ![w](../screens/two.webp)')).toEqual({
    text: '[b](/docs/files/apps/a/b.ts){target="_self"} ![p](/files/docs/screens/one.png) ![w](/files/docs/screens/two.webp)',
    files: ['apps/a/b.ts', 'docs/screens/one.png', 'docs/screens/two.webp'],
  });
});

test('keeps addresses, anchors and code, and only the text of a link to a folder', () => {
  const kept = '[w](https://example.com/a.md) [a](#here) `[c](../x.md)`\n```md\n[d](../y.md)\n```\n';
  expect(link(kept).text).toBe(kept);
  expect(link('[all of it](../../apps/a/)').text).toBe('all of it');
});
