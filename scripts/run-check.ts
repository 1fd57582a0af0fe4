import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

// The steps of `npm run check` after the build, side by side: the longest first, as many at a time as there are
// processors.
const TSX = ['node', '--import', 'tsx'];
const SOURCE = [...TSX, '--conditions=source'];
const IMPORTING = ['apps', 'services', 'packages', 'prisma', 'sdks', 'test', 'bench', 'scripts', 'examples'];
const PARTS: readonly (readonly string[])[] = [
  ['depcruise', '--config', '.dependency-cruiser.cjs', ...IMPORTING],
  ['tsc', '--noEmit', '-p', 'tsconfig.json'],
  [...SOURCE, 'scripts/generate.ts', '--check'],
  ['biome', 'check', '.'],
  ['tsc', '--noEmit', '-p', 'apps/console'],
  [...TSX, 'scripts/lint-documents.ts'],
  [...TSX, 'scripts/check-references.ts'],
  [...TSX, 'scripts/check-compatibility.ts'],
  [...SOURCE, 'scripts/check-manifests.ts'],
  [...TSX, 'scripts/check-services.ts'],
  [...TSX, 'scripts/comments/check-comments.ts'],
];

interface Ended {
  passes: boolean;
  output: string;
}

const run = ([program = '', ...given]: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(program, given, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('error', (error) => resolve({ passes: false, output: error.message }));
    child.on('close', (code) => resolve({ passes: code === 0, output }));
  });

const waiting = [...PARTS];
/** Runs steps one after the other until none waits. Each step's output is printed as a whole. */
async function runNext(): Promise<void> {
  const part = waiting.shift();
  if (!part) return;
  const { passes, output } = await run(part);
  if (!passes) process.exitCode = 1;
  console.log(`── ${part.join(' ')}${passes ? '' : ' FAILED'} ──\n${output.trim()}`);
  await runNext();
}

await Promise.all(Array.from({ length: availableParallelism() }, runNext));
