import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// CONTRIBUTING.md#how-to-add-a-language
const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
const STATIC = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gm;
/** A dynamic import, with the chunks of strings that are loaded beside it. */
const DYNAMIC = /import\('(\.[^']+)'\)(?:,\s*'[A-Z]\w+')?((?:,\s*'[a-z-]+')*)/g;
const CHUNK = /^texts\/([\w-]+)\.ts$/;
const FIRST = ['main.tsx', 'shell'] as const;

interface Edge {
  from: string;
  to: string;
  /** The chunks that a dynamic import loads beside its scripts. */
  loads: string[];
}

const edges = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\.d\.ts$/.test(path))
  .flatMap((from): Edge[] => {
    const text = readFileSync(join(SOURCE, from), 'utf8');
    const own = [...text.matchAll(/loadChunk\('([\w-]+)'\)/g)].map(([, name = '']) => name);
    const edge = (target: string, names: string): Edge => ({
      from,
      to: join(dirname(from), target),
      loads: [...own, ...[...names.matchAll(/'([a-z-]+)'/g)].map(([, name = '']) => name)],
    });
    return [
      ...[...text.matchAll(STATIC)].map(([, target = '']) => edge(target, '')),
      ...[...text.matchAll(DYNAMIC)].map(([, target = '', names = '']) => edge(target, names)),
    ];
  });

/** The chunks that are there whenever a file runs, whichever way leads to it. */
function chunksThere(): Map<string, Set<string>> {
  const there = new Map<string, Set<string>>([[FIRST[0], new Set([FIRST[1]])]]);
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const { from, to, loads } of edges) {
      const before = there.get(from);
      if (!before || to === FIRST[0]) continue;
      const reached = new Set([...before, ...loads]);
      const known = there.get(to);
      const now = known ? new Set([...known].filter((name) => reached.has(name))) : reached;
      if (known?.size === now.size) continue;
      there.set(to, now);
      isSettled = false;
    }
  }
  return there;
}

test('every file that shows texts runs after they are loaded, whichever way leads to it', () => {
  const there = chunksThere();
  const uses = edges.flatMap(({ from, to, loads }) => {
    const chunk = CHUNK.exec(to)?.[1];
    return chunk && !loads.includes(chunk) ? [{ from, chunk }] : [];
  });
  expect(uses.length).toBeGreaterThan(200);
  expect(uses.filter(({ from, chunk }) => there.has(from) && !there.get(from)?.has(chunk))).toEqual([]);
});
