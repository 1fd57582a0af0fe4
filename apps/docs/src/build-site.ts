import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { compressSite } from './compress-site.ts';
import { fetchScalar, SCALAR_VERSION } from './fetch-scalar.ts';
import { listInlineCode } from './list-inline-code.ts';
import { makeFullLlms, makeLlms, plainPage } from './make-llms.ts';
import { makePostman } from './make-postman.ts';
import { makeReferencePage, makeReferenceScript, makeSamples } from './make-reference.ts';
import { makeSidebar } from './make-sidebar.ts';
import { type SitePage, stagePages } from './stage-pages.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = `${ROOT}apps/docs`;
const DIST = `${FOLDER}/dist`;

const run = (program: string, ...given: string[]): void =>
  void execFileSync(program, given, { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });

const readJson = (path: string): Promise<unknown> => readFile(path, 'utf8').then(JSON.parse);
const Wanted = z.object({ devDependencies: z.object({ vitepress: z.string() }) });

/** The generator has its own lock file, so that `npm ci` at the root does not install it. */
async function installGenerator(): Promise<void> {
  const { vitepress } = Wanted.parse(await readJson(`${FOLDER}/package.json`)).devDependencies;
  const installed = await readJson(`${FOLDER}/node_modules/vitepress/package.json`).catch(() => null);
  if (!z.object({ version: z.literal(vitepress) }).safeParse(installed).success)
    run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}

async function writeReference(): Promise<void> {
  const files = {
    library: `assets/scalar.${SCALAR_VERSION}.js`,
    script: 'api/open-reference.js',
    samples: 'api/samples.json',
  };
  await mkdir(`${DIST}/api`, { recursive: true });
  await writeFile(`${DIST}/${files.library}`, await fetchScalar());
  await writeFile(`${DIST}/${files.script}`, makeReferenceScript(files));
  await writeFile(`${DIST}/${files.samples}`, JSON.stringify(makeSamples()));
  await writeFile(`${DIST}/api.html`, makeReferencePage(files));
}

/** Files for programs: the pages as Markdown, llms.txt and the Postman collection. */
async function writeForPrograms(pages: readonly SitePage[]): Promise<void> {
  for (const page of pages) await writeFile(`${DIST}/${page.place}.md`, plainPage(page));
  await writeFile(`${DIST}/llms.txt`, makeLlms(makeSidebar(pages)));
  await writeFile(`${DIST}/llms-full.txt`, makeFullLlms(pages));
  await writeFile(`${DIST}/postman.json`, JSON.stringify(makePostman()));
}

/** Builds the documentation site into apps/docs/dist, which the gateway serves at /docs (docs/adr/0012-documentation-site.md). */
async function buildSite(): Promise<void> {
  await installGenerator();
  const pages = await stagePages(ROOT, `${FOLDER}/.pages`);
  run(process.execPath, 'node_modules/vitepress/bin/vitepress.js', 'build', '.');
  await writeReference();
  await writeForPrograms(pages);
  await writeFile(`${DIST}/inline-code.json`, JSON.stringify(await listInlineCode(DIST)));
  await compressSite(DIST);
}

await buildSite();
