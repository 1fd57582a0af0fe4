import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

// Size budgets of what a browser loads: docs/reference/console.md#pages. The strings of the language in use come on top.
const ENTRY_MAX_KB = 177;
const ROUTE_MAX_KB = 39;
/** A part that a route loads later, such as a dialog. */
const PART_MAX_KB = 40;
/** The strings of one language and chunk. */
const TEXTS_MAX_KB = 5;

const DIST = new URL('../dist/', import.meta.url);
const Chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const chunks = z
  .record(z.string(), Chunk)
  .parse(JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8')));

/** All files that a chunk loads statically. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = chunks[name];
  if (!chunk || seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...chunk.css]) seen.add(file);
  for (const imported of chunk.imports) filesOf(imported, seen);
  return seen;
}

const kilobytesOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, DIST)), { level: 9 }).length, 0) / 1000;

describe('the gzip size of the build', () => {
  const entry = filesOf('index.html');

  test(`loads at most ${ENTRY_MAX_KB} kB of scripts and styles on the first page`, () => {
    expect(kilobytesOf(entry)).toBeLessThanOrEqual(ENTRY_MAX_KB);
  });

  test.each(chunks['index.html']?.dynamicImports ?? [])(`%s adds at most ${ROUTE_MAX_KB} kB`, (route) => {
    const added = [...filesOf(route)].filter((file) => !entry.has(file));
    expect(added.length).toBeGreaterThan(0);
    expect(kilobytesOf(added)).toBeLessThanOrEqual(ROUTE_MAX_KB);
  });

  const texts = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /texts-[\w-]+\/.+\.js$/.test(file),
  );

  test(`loads at most ${TEXTS_MAX_KB} kB of texts with a chunk, in each language`, () => {
    expect(texts.length).toBeGreaterThan(30);
    expect(texts.filter((file) => kilobytesOf([file]) > TEXTS_MAX_KB)).toEqual([]);
  });

  const routes = new Set(chunks['index.html']?.dynamicImports);
  const parts = Object.entries(chunks).filter(
    ([name, { dynamicImports }]) => routes.has(name) && dynamicImports.length > 0,
  );
  test.each(parts.flatMap(([name, { dynamicImports }]) => dynamicImports.map((part) => [part, name] as const)))(
    `%s, a part of %s, adds at most ${PART_MAX_KB} kB`,
    (part, route) => {
      const before = filesOf(route, new Set(entry));
      expect(kilobytesOf([...filesOf(part)].filter((file) => !before.has(file)))).toBeLessThanOrEqual(PART_MAX_KB);
    },
  );
});
