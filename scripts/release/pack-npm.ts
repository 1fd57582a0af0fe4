import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { findArchiveProblems } from './find-archive-problems.ts';
import type { PackageNames } from './package-names.ts';
import { rewriteJson, stageFolder } from './stage-folder.ts';
import { writeBundledLicences } from './write-bundled-licences.ts';

interface NpmPackage {
  /** In the tree. */
  folder: string;
  /** The name in the tree. */
  name: string;
  /** The name below the scope that is published. */
  published: string;
  /** Members of the manifest without a meaning outside the tree. */
  dropped: readonly string[];
}

const ONLY_IN_TREE = ['private', 'scripts', 'devDependencies'];

/** The packages for npm by the folders into which they are packed. */
export const NPM_PACKAGES = {
  'npm-sdk': { folder: 'sdks/typescript', name: '@parley/sdk', published: 'sdk', dropped: ONLY_IN_TREE },
  // Its exports are sources, which other workspaces import.
  'npm-cli': { folder: 'apps/cli', name: '@parley/cli', published: 'cli', dropped: [...ONLY_IN_TREE, 'exports'] },
  'npm-n8n': {
    folder: 'integrations/n8n-nodes-parley',
    name: 'n8n-nodes-parley',
    published: 'n8n-nodes-parley',
    dropped: ONLY_IN_TREE,
  },
} as const satisfies Readonly<Record<string, NpmPackage>>;
export type NpmFolder = keyof typeof NPM_PACKAGES;

const Packed = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);

function npmPack(folder: string, ...given: string[]): z.infer<typeof Packed>[0] {
  const stdout = execFileSync('npm', ['pack', '--json', '--ignore-scripts', ...given], {
    cwd: folder,
    encoding: 'utf8',
  });
  return Packed.parse(JSON.parse(stdout))[0];
}

/** Packs a package that is built, under its published name; returns the path of the archive. */
export function packNpm(
  root: string,
  out: string,
  packed: NpmFolder,
  { npmScope, repositoryUrl }: PackageNames,
): string {
  const { folder, name, published, dropped }: NpmPackage = NPM_PACKAGES[packed];
  const source = join(root, folder);
  const stage = mkdtempSync(join(tmpdir(), 'parley-pack-'));
  const scoped = `${npmScope}/${published}`;
  const archiveOf = (given: string): string => `${given.replace('@', '').replace('/', '-')}-`;
  try {
    const { files } = npmPack(source, '--dry-run');
    const renamed = new Map([
      [name, scoped],
      [archiveOf(name), archiveOf(scoped)],
    ]);
    stageFolder(
      source,
      stage,
      files.map(({ path }) => path),
      renamed,
    );
    const bundled = writeBundledLicences(root, source, stage);
    rewriteJson(join(stage, 'package.json'), (manifest) => ({
      ...Object.fromEntries(Object.entries(manifest).filter(([member]) => !dropped.includes(member))),
      files: [...z.array(z.string()).parse(manifest.files), ...bundled],
      repository:
        repositoryUrl === null ? undefined : { type: 'git', url: `git+${repositoryUrl}.git`, directory: folder },
    }));
    const target = resolve(out, packed);
    mkdirSync(target, { recursive: true });
    const archive = join(target, npmPack(stage, '--pack-destination', target).filename);
    const problems = findArchiveProblems(archive, root);
    if (problems.length > 0) throw new Error(`${archive} cannot be published:\n${problems.join('\n')}`);
    return archive;
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
