import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a package that run in an application. */
const SOURCES = {
  typescript: /^sdks\/typescript\/src\/.+\.ts$/,
  python: /^sdks\/python\/src\/parley\/.+\.py$/,
  php: /^sdks\/php\/(src\/.+|autoload)\.php$/,
  go: /^sdks\/go\/(?!pack\.go$|.*_test\.go$)[^/]+\.go$/,
} as const;
export type Language = keyof typeof SOURCES;
// safe: the keys of the constant
export const LANGUAGES = Object.keys(SOURCES) as readonly Language[];

/** Every generated file says so in its first lines. */
const GENERATED = /generated from docs\/openapi\.json/i;

/** Comments that fill their lines: of C, of a line, and docstrings. */
const COMMENTS = {
  slashes: [/^[ \t]*\/\*[\s\S]*?\*\/[ \t]*$/gm, /^[ \t]*\/\/.*$/gm],
  python: [/^[ \t]*"""[\s\S]*?"""[ \t]*$/gm, /^[ \t]*#.*$/gm],
} as const;

/** Lines of code: without blank lines and without lines that only hold a comment. */
export function countCode(text: string, language: Language): number {
  const comments = COMMENTS[language === 'python' ? 'python' : 'slashes'];
  const code = comments.reduce((rest, comment) => rest.replace(comment, ''), text);
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

/**
 * Files beyond transport, errors, retries, pagination and webhooks: pulls of events, uploads, asyncio, adapters of frameworks and what these
 * share.
 */
export const BESIDES_PARTS =
  /(?:PullsEvents|UploadsFiles|OldNames|CursorStore|LaravelWebhook|Psr15Webhook)\.php$|\/(?:pull|upload)\.go$|\/(?:async_client|async_pull_events|async_uploads|uploads|cancellation|pull_events|webhook_receiver)\.py$|\/(?:pull-events|upload-file|express|fastify|handle-webhook|hono|join-bytes|next|read-bytes)\.ts$/;

/** Lines of code that a person writes for each SDK: those of its package without the generated files and those left out. */
export function countLines(root: string, leftOut?: RegExp): Record<Language, number> {
  const paths = execFileSync('git', ['ls-files', 'sdks'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const count = (language: Language): number =>
    paths
      .filter((path) => SOURCES[language].test(path) && !leftOut?.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8'))
      .filter((text) => !GENERATED.test(text.slice(0, 400)))
      .reduce((lines, text) => lines + countCode(text, language), 0);
  return { typescript: count('typescript'), python: count('python'), php: count('php'), go: count('go') };
}
