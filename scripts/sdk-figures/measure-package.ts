import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { bundle } from '../../sdks/typescript/test/bundle.ts';

const PROCESSES = 20;

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Bytes of everything that the TypeScript SDK exports, minified and compressed. */
export async function measureSize(root: string): Promise<number> {
  const entry = join(root, 'sdks/typescript/src/index.ts');
  return gzipSync(await bundle(`export * from ${JSON.stringify(entry)};`)).length;
}

/** Milliseconds of the import of the compiled package in a fresh Node, as the median of several processes. */
export function measureImport(root: string): number {
  const entry = pathToFileURL(join(root, 'sdks/typescript/dist/index.js')).href;
  const code = `const start = performance.now(); await import(${JSON.stringify(entry)}); console.log(performance.now() - start);`;
  const importOnce = (): number =>
    Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }));
  return medianOf(Array.from({ length: PROCESSES }, importOnce));
}
