import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from '../../sdks/conformance/support/language.ts';
import { ensurePython } from '../../sdks/conformance/support/programs.ts';
import type { PackageNames } from './package-names.ts';
import { rewriteFile, stageFolder } from './stage-folder.ts';

/** setuptools overwrites sys.argv. */
const BUILD =
  'import sys; from setuptools import build_meta as b; out = sys.argv[1]; b.build_sdist(out); b.build_wheel(out)';
/** The index refuses a package with this line, and the comment above it says so. */
const PRIVATE = / {4}# PyPI refuses.*\n {4}"Private :: Do Not Upload",\n/;

/** Names the source archive and its folder as the index requires (PEP 625), which setuptools does only from 69.3. */
async function normalizeSource(target: string, stage: string, pypiProject: string): Promise<void> {
  const built = (await readdir(target)).find((name) => name.startsWith(pypiProject) && name.endsWith('.tar.gz'));
  const project = pypiProject.replaceAll('-', '_');
  if (built === undefined || project === pypiProject) return;
  const folder = built.slice(0, -'.tar.gz'.length);
  const normalized = folder.replace(pypiProject, project);
  await run('tar', ['-xzf', join(target, built), '-C', stage]);
  await rename(join(stage, folder), join(stage, normalized));
  await run('tar', ['-czf', join(target, `${normalized}.tar.gz`), '-C', stage, normalized]);
  await rm(join(target, built));
}

/** Builds the source archive and the wheel, as `python3 -m build` does without its network; returns their paths. */
export async function packPython(
  root: string,
  out: string,
  { pypiProject, repositoryUrl }: PackageNames,
): Promise<string[]> {
  const stage = await mkdtemp(join(tmpdir(), 'parley-pack-'));
  try {
    const files = ['pyproject.toml', 'README.md', 'CHANGELOG.md', 'LICENSE', 'src'];
    const renamed = new Map([
      ['parley-sdk', pypiProject],
      ['parley_sdk', pypiProject.replaceAll('-', '_')],
    ]);
    stageFolder(join(root, 'sdks/python'), stage, files, renamed);
    rewriteFile(join(stage, 'pyproject.toml'), (text) => {
      if (!PRIVATE.test(text)) throw new Error('sdks/python/pyproject.toml has no line "Private :: Do Not Upload".');
      const urls = repositoryUrl === null ? '' : `\n[project.urls]\nRepository = "${repositoryUrl}"\n`;
      return `${text.replace(PRIVATE, '')}${urls}`;
    });
    const target = resolve(out, 'python');
    await mkdir(target, { recursive: true });
    await run(await ensurePython(), ['-c', BUILD, target], { cwd: stage });
    await normalizeSource(target, stage, pypiProject);
    return (await readdir(target)).toSorted().map((name) => join(target, name));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
