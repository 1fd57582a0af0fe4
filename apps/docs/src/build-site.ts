import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { compressSite } from './compress-site.ts';
import { fetchScalar, SCALAR_VERSION } from './fetch-scalar.ts';
import { listInlineCode } from './list-inline-code.ts';
import { makeLlms, plainPage } from './make-llms.ts';
import { makePostman } from './make-postman.ts';
import { makeReferencePage, makeReferenceScript, makeSamples } from './make-reference.ts';
import { makeSidebar } from './make-sidebar.ts';
import { addressOfRelease, SERVED_BY_GATEWAY, type SiteAddress } from './site-address.ts';
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

async function writeReference(address: SiteAddress): Promise<void> {
  const files = {
    library: `assets/scalar.${SCALAR_VERSION}.js`,
    script: 'api/open-reference.js',
    samples: 'api/samples.json',
  };
  await mkdir(`${DIST}/api`, { recursive: true });
  await writeFile(`${DIST}/${files.library}`, await fetchScalar());
  await writeFile(`${DIST}/${files.script}`, makeReferenceScript(files, address));
  await writeFile(`${DIST}/${files.samples}`, JSON.stringify(makeSamples()));
  await writeFile(`${DIST}/api.html`, makeReferencePage(files, address));
}

/** Files for programs: the pages as Markdown, llms.txt and the Postman collection. */
async function writeForPrograms(pages: readonly SitePage[], address: SiteAddress): Promise<void> {
  for (const page of pages) await writeFile(`${DIST}/${page.place}.md`, plainPage(page, address));
  await writeFile(`${DIST}/llms.txt`, makeLlms(makeSidebar(pages), address));
  await writeFile(`${DIST}/postman.json`, JSON.stringify(makePostman()));
}

/**
 * Builds the documentation site into apps/docs/dist, which the gateway serves at /docs (docs/adr/0012-documentation-site.md).
 * The site of a release is for another host, which has neither the API's documents nor the gateway's policy.
 */
async function buildSite(address: SiteAddress): Promise<void> {
  await installGenerator();
  const pages = await stagePages(ROOT, `${FOLDER}/.pages`, address.base);
  await writeFile(`${FOLDER}/.pages/version.json`, JSON.stringify(address.version));
  run(process.execPath, 'node_modules/vitepress/bin/vitepress.js', 'build', '.', '--base', address.base);
  await writeReference(address);
  await writeForPrograms(pages, address);
  if (address.version !== null) {
    for (const name of ['openapi.json', 'openapi-operator.json'])
      await copyFile(`${ROOT}docs/${name}`, `${DIST}/${name}`);
    return;
  }
  await writeFile(`${DIST}/inline-code.json`, JSON.stringify(await listInlineCode(DIST)));
  await compressSite(DIST);
}

const { values } = parseArgs({ options: { root: { type: 'string', default: '/' }, version: { type: 'string' } } });
await buildSite(values.version === undefined ? SERVED_BY_GATEWAY : addressOfRelease(values.root, values.version));
