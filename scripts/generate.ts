import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCustomerDocument, makeOperatorDocument } from '@parley/gateway/openapi/make-document';
import { N8N_FOLDER, writeN8n } from '../integrations/n8n-nodes-parley/generate/write-actions.ts';
import { ApiDocument, readMethods } from '../sdks/generate/read-document.ts';
import { readShapes } from '../sdks/generate/read-shapes.ts';
import { writeGo } from '../sdks/go/generate/write-files.ts';
import { PHP_FOLDERS, writePhp } from '../sdks/php/generate/write-files.ts';
import { writeModels as writePythonModels } from '../sdks/python/generate/write-models.ts';
import {
  writeAsyncResources,
  writeResources as writePythonResources,
} from '../sdks/python/generate/write-resources.ts';
import { writeModels } from '../sdks/typescript/generate/write-models.ts';
import { writeResources, writeVersion } from '../sdks/typescript/generate/write-resources.ts';
import { describeBusContracts } from './compatibility/describe-bus-contracts.ts';
import { describeActions, describeMcpTools, describeServiceContracts, writeToolNames } from './describe-actions.ts';
import { describeEnvironment } from './describe-environment.ts';
import { describeErrors } from './describe-errors.ts';
import { describeEventCatalogue } from './describe-events.ts';
import { describeLogEvents } from './describe-log-events.ts';
import { describeLoggedFields } from './describe-logged-fields.ts';
import { describeWorkspaces, readWorkspaces, replaceBetweenMarkers } from './describe-workspaces.ts';
import { recordExpressions } from './expressions/record-expressions.ts';
import { formatJson } from './format-json.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const CUSTOMER_DOCUMENT = makeCustomerDocument();
const OPERATOR_DOCUMENT = makeOperatorDocument();
/** The input of the generators of the SDKs. */
const API = ApiDocument.parse(CUSTOMER_DOCUMENT);
const METHODS = readMethods(API);
const SHAPES = readShapes(API, METHODS);

const SERVICES = readWorkspaces(ROOT).flatMap(({ folder }) =>
  folder.startsWith('services/') ? [folder.slice('services/'.length)] : [],
);

/** Every committed file that is generated, whole or in part, by its path; the function receives its current text. */
const FILES: Readonly<Record<string, (current: string) => string | Promise<string>>> = {
  'docs/architecture.md': (current) =>
    replaceBetweenMarkers(current, 'workspaces', describeWorkspaces(readWorkspaces(ROOT))),
  ...Object.fromEntries(
    SERVICES.map((service) => [
      `services/${service}/README.md`,
      (current: string) => replaceBetweenMarkers(current, 'contracts', describeServiceContracts(service)),
    ]),
  ),
  'docs/reference/requests.md': (current) => replaceBetweenMarkers(current, 'actions', describeActions()),
  'docs/reference/mcp.md': (current) => replaceBetweenMarkers(current, 'tools', describeMcpTools()),
  'apps/console/src/screens/keys/mcp-tools.ts': writeToolNames,
  'scripts/expressions/linear.json': (current) => recordExpressions(ROOT, current),
  'docs/openapi.json': () => `${formatJson(CUSTOMER_DOCUMENT)}\n`,
  'docs/openapi-operator.json': () => `${formatJson(OPERATOR_DOCUMENT)}\n`,
  'docs/bus-contracts.json': describeBusContracts,
  'sdks/typescript/src/api/models.ts': () => writeModels(API, METHODS),
  'sdks/typescript/src/api/resources.ts': () => writeResources(METHODS),
  'sdks/typescript/src/api/version.ts': () => writeVersion(API.info.version),
  'sdks/python/src/parley/models.py': () => writePythonModels(API, METHODS),
  'sdks/python/src/parley/resources.py': () => writePythonResources(API, METHODS),
  'sdks/python/src/parley/async_resources.py': () => writeAsyncResources(API, METHODS),
  'docs/errors/README.md': describeErrors,
  'docs/reference/event-catalogue.md': () => describeEventCatalogue(CUSTOMER_DOCUMENT, OPERATOR_DOCUMENT),
  'docs/operations/log-events.md': describeLogEvents,
  'docs/reference/logged-fields.md': describeLoggedFields,
  '.env.example': describeEnvironment,
  ...Object.fromEntries(
    Array.from(
      [...writeGo(SHAPES, METHODS, API.info.version), ...writePhp(SHAPES, METHODS, API.info.version), ...writeN8n(API)],
      ([path, text]) => [path, () => text],
    ),
  ),
};

/** Folders that hold only generated files: a file that is not made any more is removed. */
const FOLDERS = [...PHP_FOLDERS, N8N_FOLDER];

async function findStale(): Promise<string[]> {
  const found = await Promise.all(
    FOLDERS.map(async (folder) => (await readdir(join(ROOT, folder))).map((name) => `${folder}/${name}`)),
  );
  return found.flat().filter((path) => !(path in FILES));
}

/** Writes the generated files; with --check it writes nothing and fails if one is outdated. */
async function generate(check: boolean): Promise<string[]> {
  const outdated: string[] = [];
  for (const [path, make] of Object.entries(FILES)) {
    const file = join(ROOT, path);
    const current = await readFile(file, 'utf8').catch(() => null);
    const text = await make(current ?? '');
    if (current === text) continue;
    outdated.push(path);
    if (check) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const stale = await findStale();
  if (!check) await Promise.all(stale.map((path) => rm(join(ROOT, path))));
  return [...outdated, ...stale];
}

const check = process.argv.includes('--check');
const outdated = await generate(check);
if (check && outdated.length > 0) {
  console.error(`Not up to date: ${outdated.join(', ')}. Run npm run generate.`);
  process.exitCode = 1;
} else {
  console.log(outdated.length > 0 ? `Written: ${outdated.join(', ')}` : 'Generated files are up to date.');
}
