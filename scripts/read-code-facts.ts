import { readdirSync, readFileSync } from 'node:fs';
import { TOGETHER } from '@parley/parley/cluster/parts-of';
import type { CodeFacts } from './find-manifest-problems.ts';

/** The facts of the code that manifests repeat; `root` ends with a slash. */
export function readCodeFacts(root: string): CodeFacts {
  const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
  const variables = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
  const stop = /STOP_WITHIN_MS = ([\d_]+);/.exec(read('packages/bus/src/process/run-alone.ts'))?.[1];
  if (!stop) throw new Error('packages/bus/src/process/run-alone.ts no longer says within which time a process stops.');
  const own = [...read('bin/parley-container').matchAll(/^ {2}([a-z-]+)\) /gm)].map(([, name = '']) => name);
  const services = readdirSync(`${root}services`);
  return {
    variables: new Set(variables),
    commands: new Set([...own, ...Object.keys(TOGETHER), ...services]),
    services,
    stopSeconds: Number(stop.replaceAll('_', '')) / 1000,
  };
}
