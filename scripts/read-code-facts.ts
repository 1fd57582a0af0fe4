import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { CodeFacts } from './find-manifest-problems.ts';

/** The facts of the code that manifests repeat; `root` ends with a slash. */
export function readCodeFacts(root: string): CodeFacts {
  const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
  const variables = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
  const stop = /STOP_WITHIN_MS = ([\d_]+);/.exec(read('packages/bus/src/run-alone.ts'))?.[1];
  if (!stop) throw new Error('packages/bus/src/run-alone.ts no longer says within which time a process stops.');
  return {
    variables: new Set(variables),
    hasProgram: (path) => existsSync(`${root}${path.replace('/dist/', '/src/').replace(/\.js$/, '.ts')}`),
    services: readdirSync(`${root}services`),
    stopSeconds: Number(stop.replaceAll('_', '')) / 1000,
  };
}
