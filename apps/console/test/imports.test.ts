import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Import rules for files that dependency-cruiser cannot parse (docs/architecture.md, "Import rules").
const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
const IMPORT = /(?:from|import\()\s*'([^']+)'/g;

const imports = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) =>
    [...readFileSync(join(SOURCE, path), 'utf8').matchAll(IMPORT)].map(([, target = '']) => ({
      path,
      target: target.startsWith('.') ? relative(SOURCE, join(SOURCE, dirname(path), target)) : target,
    })),
  );

const screenOf = (path: string): string | undefined => /^screens\/([^/]+)\//.exec(path)?.[1];

test('the console imports the contracts, and nothing else of the monorepo', () => {
  expect(imports.length).toBeGreaterThan(100);
  const ours = imports.filter(({ target }) => target.startsWith('@parley/') || target.startsWith('..'));
  expect(ours.filter(({ target }) => !target.startsWith('@parley/common/'))).toEqual([]);
});

test('a screen imports no other screen', () => {
  const wrong = imports.filter(({ path, target }) => {
    const [from, to] = [screenOf(path), screenOf(target)];
    return from !== undefined && to !== undefined && from !== to;
  });
  expect(wrong).toEqual([]);
});

test('ui components import neither screens nor the shell', () => {
  const inner = imports.filter(({ path }) => /^(ui|api|i18n)\//.test(path) && !basename(path).includes('.test.'));
  expect(inner.filter(({ target }) => /^(screens|shell)\//.test(target))).toEqual([]);
});

test('no file imports itself through others, not even by type or when it is opened', () => {
  const open = new Set<string>();
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (path: string): void => {
    if (open.has(path)) circles.push([...open].slice([...open].indexOf(path)));
    if (open.has(path) || done.has(path)) return;
    open.add(path);
    for (const { target } of imports.filter((one) => one.path === path)) visit(target);
    open.delete(path);
    done.add(path);
  };
  for (const { path } of imports) visit(path);
  expect(circles).toEqual([]);
});
