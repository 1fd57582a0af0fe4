import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { countCommands, readWalk } from '../sdks/conformance/support/walks.ts';
import { BESIDES_PARTS, countLines, LANGUAGES } from './sdk-figures/count-lines.ts';
import { measureImport, measureSize } from './sdk-figures/measure-package.ts';

// Prints the figures of the SDKs (sdks/conformance/README.md): lines of code that a person wrote, commands of a newcomer, size and import.

const root = fileURLToPath(new URL('..', import.meta.url));
const lines = countLines(root);
const parts = countLines(root, BESIDES_PARTS);
console.log(
  '| SDK | lines by hand | without pulls of events and adapters | commands to a verified webhook |\n|---|---|---|---|',
);
for (const language of LANGUAGES)
  console.log(`| ${language} | ${lines[language]} | ${parts[language]} | ${countCommands(readWalk(language))} |`);
execFileSync('npm', ['run', '-s', 'compile', '-w', 'sdks/typescript'], { cwd: root, stdio: 'inherit' });
const bytes = await measureSize(root);
console.log(
  `\ntypescript: ${bytes} bytes gzip, ${measureImport(root).toFixed(1)} ms import (median of fresh processes)`,
);
