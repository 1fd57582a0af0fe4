// Bundles the programs of a workspace, each into one file with what it imports (docs/adr/0008-one-bundle-a-process.md):
// node ../../scripts/bundle.mjs src/main.ts [src/other.ts …] [--out folder]
import { basename, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './bundle/bundle-programs.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const nameOf = (source) => (values.out === undefined ? relative('src', source) : basename(source)).replace(/\.ts$/, '');
await bundle({
  programs: Object.fromEntries(positionals.map((source) => [nameOf(source), resolve(source)])),
  out: resolve(values.out ?? 'dist'),
});
