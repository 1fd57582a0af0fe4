import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Stage } from './parse-dockerfile.ts';

/** A step that the test does in another way, because the step itself takes minutes. */
export type Replace = (command: string, root: string) => boolean;

interface Build {
  /** The checkout. */
  context: string;
  /** An empty folder, which gets one folder for each stage. */
  folder: string;
  replace: Replace;
}

const HEAD = /^--from=(\S+) /;
/** Folders of an image that exist in a stage's own root here; all others are those of this machine. */
const OWN_FOLDERS = /(^|[\s:='"])(\/(?:parley|manifests|packed|data)\b)/g;

const placeIn = (root: string, text: string): string => text.replaceAll(OWN_FOLDERS, `$1${root}$2`);

/** The files of the checkout that are sent to a build: those that Git would commit, without those of .dockerignore. */
function listContext(context: string): string[] {
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [any, name] = [line.startsWith('**/'), line.replace(/^\*\*\//, '')];
      return (path: string): boolean => {
        const parts = `/${path}/`;
        return any ? parts.includes(`/${name}/`) : parts.startsWith(`/${name}/`);
      };
    });
  const given = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  return execFileSync('git', given, { cwd: context, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(context, path)) && !ignored.some((isIgnored) => isIgnored(path)));
}

/** `COPY`: the contents of a folder, or a file, below the target. */
function copy(sources: { root: string; path: string; files: string[] | null }, target: string): void {
  const from = join(sources.root, sources.path);
  const inside = sources.path === '.' || sources.path === './' ? '' : `${sources.path.replace(/^\.\//, '')}/`;
  if (sources.files === null) {
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(from))
      cpSync(join(from, name), join(target, name), { recursive: true, verbatimSymlinks: true });
    return;
  }
  for (const file of sources.files.filter((path) => path.startsWith(inside))) {
    const to = join(target, file.slice(inside.length));
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(sources.root, file), to, { verbatimSymlinks: true });
  }
}

/**
 * Runs the stages of a Dockerfile one after the other, each in a plain folder: its own folders (`/parley`, `/packed`) are
 * below it, and programs are those of this machine. Returns the folder of the last stage.
 */
export function buildImage(stages: readonly Stage[], { context, folder, replace }: Build): string {
  const roots = new Map<string, string>();
  const files = listContext(context);
  let root = '';
  for (const [index, { name, instructions }] of stages.entries()) {
    root = join(folder, `${index}-${basename(name) || 'image'}`);
    roots.set(name, root);
    let workdir = root;
    for (const { name: instruction, value } of instructions) {
      if (instruction === 'WORKDIR') {
        workdir = join(root, value);
        mkdirSync(workdir, { recursive: true });
      } else if (instruction === 'COPY') {
        const stage = HEAD.exec(value)?.[1];
        const from = stage === undefined ? context : roots.get(stage);
        if (from === undefined) throw new Error(`There is no stage ${stage} before ${name}.`);
        const paths = value.replace(HEAD, '').split(' ');
        const target = paths.pop() ?? '';
        for (const path of paths)
          copy(
            { root: from, path, files: stage === undefined ? files : null },
            target.startsWith('/') ? join(root, target) : join(workdir, target),
          );
      } else if (instruction === 'RUN' && !replace(value, workdir)) {
        execFileSync('sh', ['-c', placeIn(root, value)], { cwd: workdir, stdio: ['ignore', 'ignore', 'pipe'] });
      }
    }
  }
  return root;
}

export { placeIn };
