import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Files, findBrokenReferences } from './find-broken-references.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Files that are not checked: third-party texts, generated files (their sources are checked), and the check's own
 * examples.
 */
const NOT_OURS =
  /(?:^|\/)(?:fixtures\/|LICENSE$|package-lock\.json$)|^docs\/openapi(?:-operator)?\.json$|^scripts\/find-broken-references\./;
const BINARY = /\.(?:png|jpe?g|gif|webp|ico|woff2?|pdf|wasm)$/;

/** Every file of the repository, including uncommitted ones. */
function readFiles(): Files {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
  return new Map(
    paths.map((path) => [
      path,
      NOT_OURS.test(path) || BINARY.test(path) ? null : readFileSync(join(ROOT, path), 'utf8'),
    ]),
  );
}

const problems = findBrokenReferences(readFiles());
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(
    `${problems.length} references lead nowhere. Cite the reference as docs/reference/<page>.md#<section>.`,
  );
  process.exitCode = 1;
} else {
  console.log('Every reference leads somewhere.');
}
