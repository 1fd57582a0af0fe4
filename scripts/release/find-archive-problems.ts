import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { z } from 'zod';

const REQUIRED = ['LICENSE', 'README.md', 'package.json'];
const UNWANTED = /(?:^|\/)(?:\.|node_modules\/|tests?\/)|\.test\.|\.tsbuildinfo$/;
const Manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  description: z.string(),
  private: z.literal(false).optional(),
  scripts: z.undefined().optional(),
});
const Named = z.object({ exports: z.unknown(), bin: z.unknown(), n8n: z.unknown() }).partial();
const Sources = z.object({ sources: z.array(z.string()) });

/** The files that a member of a manifest names. */
function filesNamedIn(member: unknown): string[] {
  if (typeof member === 'string') return /\.\w+$/.test(member) ? [posix.normalize(member)] : [];
  return typeof member === 'object' && member !== null ? Object.values(member).flatMap(filesNamedIn) : [];
}

function findMapProblems(path: string, text: string, paths: ReadonlySet<string>): string[] {
  const outside = Sources.parse(JSON.parse(text)).sources.filter(
    (source) => !paths.has(posix.normalize(posix.join(posix.dirname(path), source))),
  );
  return outside.map((source) => `${path} names ${source}, which is not in the archive`);
}

function findProblems(folder: string, root: string): string[] {
  const paths = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(folder, path)).isFile()),
  );
  const texts = [...paths].map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { exports, bin, n8n } = Named.parse(manifest);
  return [
    ...(Manifest.safeParse(manifest).error?.issues ?? []).map(
      ({ path, message }) => `package.json: ${path.join('.')}: ${message}`,
    ),
    ...REQUIRED.filter((path) => !paths.has(path)).map((path) => `${path} is missing`),
    ...[...paths].filter((path) => UNWANTED.test(path)).map((path) => `${path} is not for users`),
    ...filesNamedIn([exports, bin, n8n])
      .filter((path) => !paths.has(path))
      .map((path) => `package.json names ${path}, which is not in the archive`),
    ...texts
      .filter(({ text }) => text.includes(root) || text.includes(`${homedir()}/`))
      .map(({ path }) => `${path} contains a path of this machine`),
    ...texts.flatMap(({ path, text }) => (path.endsWith('.map') ? findMapProblems(path, text, paths) : [])),
  ];
}

/** Problems of an archive for npm: missing or unwanted files, and paths of the machine that built it in `root`. */
export function findArchiveProblems(archive: string, root: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'parley-archive-'));
  try {
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', folder]);
    return findProblems(folder, root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
