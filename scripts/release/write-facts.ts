import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { readFacts } from './release-facts.ts';

// node scripts/release/write-facts.ts NOTES: the first step of a release (.github/workflows/release.yml). It needs no
// package, writes the release's notes into the file NOTES, and the facts for the other jobs into GITHUB_OUTPUT.

const { GITHUB_REF_NAME = '', GITHUB_REPOSITORY = '', GITHUB_OUTPUT, IMAGE_NAME = '', PAGES_ROOT = '' } = process.env;
try {
  const [notesPath] = process.argv.slice(2);
  if (notesPath === undefined)
    throw new Error('Name the file of the notes: node scripts/release/write-facts.ts notes.md');
  const { notes, ...facts } = readFacts({
    tag: GITHUB_REF_NAME,
    // safe: npm requires it of every manifest
    version: (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
    changelog: readFileSync('CHANGELOG.md', 'utf8'),
    tags: execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' }).split('\n'),
    repository: GITHUB_REPOSITORY,
    imageName: IMAGE_NAME,
    pagesRoot: PAGES_ROOT,
  });
  writeFileSync(notesPath, `${notes}\n`);
  const lines = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
  if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `${lines.join('\n')}\n`);
  console.log(lines.join('\n'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
