import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeLlms } from '../src/make-llms.ts';
import { makeSidebar } from '../src/make-sidebar.ts';
import { PAGE_SUMMARIES } from '../src/page-summaries.ts';
import { SERVED_BY_GATEWAY } from '../src/site-address.ts';
import { findPages } from '../src/site-pages.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const pages = findPages(ROOT);
/** The size that an assistant reads at once. */
const MAX_BYTES = 100_000;

test('every page has one sentence that describes it, and no sentence belongs to a missing page', () => {
  expect(Object.keys(PAGE_SUMMARIES).toSorted()).toEqual([...pages.values()].toSorted());
  for (const [place, sentence] of Object.entries(PAGE_SUMMARIES)) expect(sentence, place).toMatch(/^\S.{10,150}\.$/u);
});

test('llms.txt names each page of the menu with its sentence, and is short', () => {
  const text = makeLlms(makeSidebar([...pages.values()].map((place) => ({ place, title: place }))), SERVED_BY_GATEWAY);
  expect(text).toContain('](/docs/tutorials/first-message.md): Sends the first message');
  expect(text).not.toContain('undefined');
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES / 5);
});

test('every page is small enough to be read at once', () => {
  for (const path of pages.keys()) expect(readFileSync(ROOT + path).byteLength, path).toBeLessThan(MAX_BYTES);
});
