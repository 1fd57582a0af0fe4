import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findAllCommentProblems } from './find-comment-problems.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Generated clients quote the API's own words; the lint's test contains its patterns; globs look like comments. */
const LEFT_OUT =
  /^sdks\/typescript\/src\/api\/|^scripts\/comments\/find-comment-problems\.test\.ts$|\/fixtures\/|all-components\.test\.ts$/;
const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const problems = findAllCommentProblems(
  ROOT,
  paths.split('\n').filter((path) => path !== '' && !LEFT_OUT.test(path)),
);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`${problems.length} comments to write in plain English (CONTRIBUTING.md#comments-and-commits).`);
  process.exitCode = 1;
} else {
  console.log('No comment has a pattern that the lint knows.');
}
