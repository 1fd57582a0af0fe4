import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { addCustomerCommands } from '@parley/cli/add-customer-commands';
import { CUSTOMER_ACTIONS } from '@parley/common/contracts/customer-actions';
import { send } from '@parley/common/contracts/messages/send';
import { EventType } from '@parley/common/events';
import { EVENT_DATA } from '@parley/common/events/event-data';
import { PlatformEventType, platformEnvelope } from '@parley/common/events/platform-events';
import { addBackup } from '@parley/parley/command-line/add-backup';
import { addDoctor } from '@parley/parley/command-line/add-doctor';
import { addMoveIn } from '@parley/parley/command-line/add-move-in';
import { buildProgram } from '@parley/parley/command-line/build-program';
import { makeOperatorClient } from '@parley/parley/command-line/operator-client';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sample } from '../apps/docs/src/samples.ts';
import { findPages } from '../apps/docs/src/site-pages.ts';
import { needsProviderKey, PLAIN_PAGES } from '../test/support/tutorial/read-tutorial.ts';
import { findCommands, findProblems } from './find-commands.ts';
import { type Block, readBlocks } from './read-blocks.ts';

// Every code block that a reader may copy is run or checked. test/e2e/first-minute.test.ts runs the commands and the
// first programs against a running Parley; this file checks the others, and that no block is forgotten.
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const foldersOf = (folder: string): string[] => readdirSync(`${ROOT}${folder}`).map((name) => `${folder}/${name}`);
const PAGES = ['README.md', 'docs/index.md', 'docs/ar.md', ...foldersOf('docs/how-to'), ...foldersOf('docs/tutorials')];

/** Pages with commands that a separate test runs. */
const RUN = new Set([
  ...PLAIN_PAGES.map((page) => `docs/${page}`),
  'docs/tutorials/order-by-buttons.md',
  'docs/how-to/run-a-bot.md',
]);
/** `npm ci` and `npm start`, which every test of the built product stands for. */
const START = 'npm ci\nnpm start\n';
/** Diagrams, and output that belongs to a command. */
const SHOWN = new Set(['mermaid', 'text']);

/** Other pages of the site with commands that a test runs. */
const RUN_BY: Readonly<Record<string, string>> = {
  'apps/cli/README.md': 'apps/cli/test/commands.test.ts',
  'docs/operations/backups.md': 'test/e2e/operations-commands.test.ts and pgbackrest.test.ts',
  'docs/operations/install.md': 'test/e2e/npm-start.test.ts',
  'docs/operations/parts.md': 'test/e2e/operations-commands.test.ts',
  'docs/operations/quarantine.md': 'test/e2e/operations-commands.test.ts',
  'sdks/go/README.md': 'sdks/conformance/first-programs.test.ts',
  'sdks/php/README.md': 'sdks/conformance/first-programs.test.ts',
  'sdks/python/README.md': 'sdks/conformance/first-programs.test.ts',
  'sdks/typescript/README.md': 'sdks/conformance/first-programs.test.ts',
};
/** Pages whose commands are only read by a shell, and why. */
const ONLY_READ: Readonly<Record<string, string>> = {
  'CONTRIBUTING.md': 'the suites themselves',
  'docs/tests.md': 'the suites themselves',
  'docs/operations/database.md': 'a variable, with several servers',
  'docs/operations/demo.md': 'variables; the demo itself runs in public-demo.test.ts',
  'docs/operations/gateway.md': 'a variable',
  'docs/operations/kubernetes.md': 'Kubernetes',
  'docs/operations/move-in.md': 'databases of another system; move-in-plan.test.ts runs the commands',
  'docs/operations/one-server.md': 'Docker; one-server.test.ts runs its scripts',
  'docs/operations/scale.md': 'Docker',
  'docs/reference/uploads.md': 'an address and a file of the reader',
  'docs/operations/upgrading.md': 'systemd, Docker and a release',
};

/** The other pages of the site. */
const OTHER_PAGES = [...findPages(ROOT).keys()].filter((page) => !PAGES.includes(page));

const blocksOf = (page: string): Block[] => readBlocks(readFileSync(`${ROOT}${page}`, 'utf8'));
const all = PAGES.flatMap((page) => blocksOf(page).map((block) => ({ page, ...block })));
const others = OTHER_PAGES.flatMap((page) => blocksOf(page).map((block) => ({ page, ...block })));
const inLanguage = (language: string) => all.filter((block) => block.language === language);

test('every block has a language that is run, checked or only shown', () => {
  const known = new Set(['sh', 'ts', 'json', 'http', ...SHOWN]);
  expect(all.filter(({ language }) => !known.has(language)).map(({ page, line }) => `${page}:${line}`)).toEqual([]);
});

test('every command is on a page that a test runs', () => {
  const others = inLanguage('sh').filter(({ page, text }) => !RUN.has(page) && text !== START);
  expect(others.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
});

test('only the commands with a real key of a provider are not run', () => {
  const skipped = inLanguage('sh').filter(({ text }) => needsProviderKey(text));
  expect(skipped.map(({ page, text }) => [page, text.split('\n').filter(Boolean)])).toEqual([
    [
      'docs/how-to/run-a-bot.md',
      ['printenv OPENAI_KEY | parley ai-keys set demo openai --api-key -', 'parley ai-keys test demo openai'],
    ],
  ]);
});

test('every guide with a command of parley says where that command comes from', () => {
  const guides = [...PAGES, ...OTHER_PAGES].filter((page) => /^docs\/(how-to|operations|tutorials)\//.test(page));
  const silent = guides.filter((page) => {
    const text = readFileSync(`${ROOT}${page}`, 'utf8');
    const lines = text.split('\n').filter((line) => line.startsWith('parley ') && !line.startsWith('parley = '));
    const isUsed = text.includes('`parley ') || lines.length > 0;
    return isUsed && !text.includes('install.md#the-command-line') && !text.includes('npm run -s parley --');
  });
  expect(silent).toEqual([]);
});

test('every JSON is valid', () => {
  for (const { page, line, text } of [...all, ...others].filter(({ language }) => language === 'json'))
    expect(() => JSON.parse(text), `${page}:${line}`).not.toThrow();
});

test('every block of the other pages has a language', () => {
  expect(others.filter(({ language }) => language === '').map(({ page, line }) => `${page}:${line}`)).toEqual([]);
});

test('every other page with commands has a test that runs them, or a reason why not', () => {
  const pages = new Set(others.filter(({ language }) => language === 'sh').map(({ page }) => page));
  expect([...pages].toSorted()).toEqual(Object.keys({ ...RUN_BY, ...ONLY_READ }).toSorted());
  for (const [, path = ''] of Object.values(RUN_BY).flatMap((paths) => [...paths.matchAll(/(\S+\/\S+\.ts)/g)]))
    expect(existsSync(`${ROOT}${path}`), path).toBe(true);
});

test('every `parley …` of a page is a command of the command line, with options that it has', async () => {
  const program = addCustomerCommands(
    addMoveIn(addBackup(addDoctor(buildProgram(makeOperatorClient))), makeOperatorClient),
  );
  // A decision may be about a command that does not exist yet.
  const pages = [...PAGES, ...OTHER_PAGES].filter((page) => !page.startsWith('docs/adr/'));
  const used = pages.flatMap((page) => findCommands(page, readFileSync(`${ROOT}${page}`, 'utf8')));
  expect(used.length).toBeGreaterThan(50);
  expect(
    used.flatMap(({ page, words }) => findProblems(program, words).map((problem) => `${page}: ${problem}`)),
  ).toEqual([]);
});

test('the shell can read every command that is not run', () => {
  const commands = others.filter(({ language }) => language === 'sh');
  expect(commands.length).toBeGreaterThan(0);
  for (const { page, line, text } of commands)
    expect(spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr, `${page}:${line}`).toBe('');
});

test('the data of every event in events.md fits the schema of the event', () => {
  const text = readFileSync(`${ROOT}docs/reference/events.md`, 'utf8');
  const shown = text.split(/^##+ /m).flatMap((section) => {
    const event = EventType.safeParse(section.slice(0, section.indexOf('\n')));
    return event.success ? readBlocks(section).map((block) => ({ event: event.data, block })) : [];
  });
  expect(shown.length).toBeGreaterThan(0);
  for (const { event, block } of shown)
    expect(EVENT_DATA[event].safeParse(JSON.parse(block.text)).error, event).toBeUndefined();
});

test('every request that is shown as HTTP fits its contract, and so does its answer', () => {
  const shown = inLanguage('http');
  expect(shown.length).toBeGreaterThan(0);
  for (const { page, line, text } of shown) {
    const [, body = '', answer = ''] = /\n\n(\{.*\})\n→ 200 (\{.*\})/.exec(text) ?? [];
    expect(send.input.safeParse(JSON.parse(body)).error, `${page}:${line}`).toBeUndefined();
    expect(send.output.safeParse(JSON.parse(answer)).error, `${page}:${line}`).toBeUndefined();
  }
});

test('every body of the event catalogue fits the schema of its event', () => {
  const bodies = blocksOf('docs/reference/event-catalogue.md').map(({ text }) => JSON.parse(text));
  expect(bodies).toHaveLength(EventType.options.length + PlatformEventType.options.length);
  for (const body of bodies) {
    const ofKey = EventType.safeParse(body.event);
    const schema = ofKey.success
      ? z.object({ data: EVENT_DATA[ofKey.data] })
      : platformEnvelope(PlatformEventType.parse(body.event));
    expect(schema.safeParse(body).error, body.event).toBeUndefined();
  }
});

test('every example is shorter than 150 lines', () => {
  const programs = foldersOf('examples')
    .flatMap(foldersOf)
    .filter((path) => /(?<!\.test)\.(ts|py|php)$/.test(path));
  expect(programs.map((path) => path.slice(path.lastIndexOf('.'))).sort()).toEqual(['.php', '.py', '.ts']);
  for (const path of programs)
    expect(readFileSync(`${ROOT}${path}`, 'utf8').split('\n').length, path).toBeLessThan(150);
});

describe('programs in TypeScript', () => {
  const FOLDER = `${ROOT}apps/docs/.samples`;
  /** Names that a page explains in its text. */
  const GIVEN = 'declare const rawBody: string;\ndeclare const request: Request;\nexport {};\n';
  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

  test('compile with the types of the SDK: in the pages, in the SDK’s README and in the reference', {
    timeout: 120_000,
  }, async () => {
    const ofPages = [...PAGES, 'sdks/typescript/README.md'].flatMap((page) =>
      blocksOf(page)
        .filter(({ language }) => language === 'ts')
        .map(({ text, line }) => [`${page.replaceAll('/', '_')}_${line}`, text] as const),
    );
    const ofReference = CUSTOMER_ACTIONS.map(
      ({ name, example }) => [`reference_${name}`, sample('typescript', name, example.request)] as const,
    );
    mkdirSync(FOLDER, { recursive: true });
    for (const [name, text] of [...ofPages, ...ofReference]) writeFileSync(`${FOLDER}/${name}.ts`, GIVEN + text);
    const options = { noEmit: true, declaration: false, customConditions: ['source'], types: ['node'] };
    writeFileSync(
      `${FOLDER}/tsconfig.json`,
      JSON.stringify({ extends: '../../../tsconfig.base.json', compilerOptions: options, include: ['*.ts'] }),
    );
    const { stdout } = await promisify(execFile)('npx', ['tsc', '-p', FOLDER], { cwd: ROOT }).catch((error) => error);
    expect(stdout).toBe('');
  });
});
