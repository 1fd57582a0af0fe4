import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { compressSite } from './compress-site.ts';
import { listInlineScripts } from './list-inline-scripts.ts';
import { stagePages } from './stage-pages.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = `${ROOT}apps/docs`;
const DIST = `${FOLDER}/dist`;

const run = (program: string, ...given: string[]): void =>
  void execFileSync(program, given, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });

const readJson = (path: string): Promise<unknown> => readFile(path, 'utf8').then(JSON.parse);
const Wanted = z.object({ devDependencies: z.object({ vitepress: z.string() }) });

/** The generator has a lock file of its own, so that those who do not build the site need not install it. */
async function installGenerator(): Promise<void> {
  const { vitepress } = Wanted.parse(await readJson(`${FOLDER}/package.json`)).devDependencies;
  const installed = await readJson(`${FOLDER}/node_modules/vitepress/package.json`).catch(() => null);
  if (!z.object({ version: z.literal(vitepress) }).safeParse(installed).success)
    run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}

/** Builds the documentation site into apps/docs/dist, which the gateway serves at /docs (docs/adr/0012-documentation-site.md). */
async function buildSite(): Promise<void> {
  await installGenerator();
  await stagePages(ROOT, `${FOLDER}/.pages`);
  run(process.execPath, 'node_modules/vitepress/bin/vitepress.js', 'build', '.');
  await writeFile(`${DIST}/inline-scripts.json`, JSON.stringify(await listInlineScripts(DIST)));
  await compressSite(DIST);
}

await buildSite();
