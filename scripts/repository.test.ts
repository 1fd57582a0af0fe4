import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readFacts } from './release/release-facts.ts';

// The files by which the repository's host runs CI, publishes releases and opens issues.

const ROOT = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const RELEASE = '.github/workflows/release.yml';
/** Runs in another repository. */
const MIRROR = 'deploy/packagist/mirror.yml';
const workflows = [
  ...readdirSync(new URL('.github/workflows', ROOT)).map((name) => `.github/workflows/${name}`),
  MIRROR,
];

const Texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const Step = z.strictObject({
  id: z.string().optional(),
  uses: z.string().optional(),
  with: Texts.optional(),
  env: Texts.optional(),
  run: z.string().optional(),
});
const Job = z.strictObject({
  needs: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  if: z.string().optional(),
  'runs-on': z.literal('ubuntu-24.04'),
  'timeout-minutes': z.int().positive(),
  container: z.string().optional(),
  environment: z.string().optional(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])).default({}),
  outputs: Texts.default({}),
  env: Texts.optional(),
  strategy: z.unknown().optional(),
  steps: z.array(Step).nonempty(),
});
const Workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.unknown().optional(),
  env: Texts.optional(),
  jobs: z.record(z.string(), Job),
});
const readWorkflow = (path: string): z.infer<typeof Workflow> => Workflow.parse(parse(read(path)));
const matches = (text: string, form: RegExp): string[] => [...text.matchAll(form)].map(([, found = '']) => found);

describe.each(workflows)('%s', (path) => {
  const text = read(path);
  const { on, jobs } = readWorkflow(path);
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test('has only what a workflow has, a time limit for each job, and may only read the repository by default', () => {
    expect(() => readWorkflow(path)).not.toThrow();
    for (const { run, uses } of steps) expect([run, uses].filter(Boolean)).toHaveLength(1);
  });

  test('pins each action by the hash of its commit, with its version', () => {
    const used = matches(text, /uses: (.+)/g);
    expect(used).not.toEqual([]);
    for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test('puts no expression into a command, so that no text from outside becomes one', () => {
    for (const { run } of steps) expect(run ?? '').not.toContain('${{');
    expect(Object.keys(on)).not.toContain('pull_request_target');
  });

  test('needs no stored secret', () => {
    expect(matches(text, /secrets\.(\w+)/g).filter((name) => name !== 'GITHUB_TOKEN')).toEqual([]);
  });

  test('runs only scripts that exist', () => {
    for (const { run } of steps)
      for (const script of matches(run ?? '', /(?:^|\s)((?:scripts|\.ci)\/[\w./-]+)/g))
        expect(existsSync(new URL(script, ROOT)), script).toBe(true);
  });

  test('leaves the token of the checkout only to jobs that push', () => {
    for (const [name, { steps: own, permissions }] of Object.entries(jobs))
      for (const { uses, with: given } of own) {
        if (uses?.startsWith('actions/checkout@') !== true || given?.['persist-credentials'] === false) continue;
        expect(permissions.contents, name).toBe('write');
      }
  });

  test('uses results only of jobs that it waits for', () => {
    for (const [name, job] of Object.entries(jobs))
      for (const [, other = '', output = ''] of JSON.stringify(job).matchAll(/needs\.(\w+)\.outputs\.(\w+)/g)) {
        expect(job.needs, name).toContain(other);
        expect(jobs[other]?.outputs, `${name}: ${output}`).toHaveProperty(output);
      }
    for (const job of Object.values(jobs)) for (const other of job.needs) expect(jobs).toHaveProperty(other);
  });
});

test('CI runs the command that runs on every machine', () => {
  expect(readWorkflow('.github/workflows/ci.yml').jobs.ci?.steps.at(-1)).toEqual({ run: '.ci/run' });
});

describe('a release', () => {
  const { on, jobs } = readWorkflow(RELEASE);

  test('starts on a tag alone, and publishes after the checks', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    const waitsFor = (name: string): string[] =>
      (jobs[name]?.needs ?? []).flatMap((other) => [other, ...waitsFor(other)]);
    for (const [name, { permissions }] of Object.entries(jobs))
      if (Object.values(permissions).includes('write')) expect(waitsFor(name), name).toContain('check');
    expect(jobs.check?.steps.map(({ run }) => run)).toContain('.ci/run');
  });

  test('gives each job the rights that its place needs, and none to jobs that install packages', () => {
    const rights = Object.entries(jobs).map(([name, { permissions, environment }]) => [name, permissions, environment]);
    expect(Object.fromEntries(rights.map(([name, ...given]) => [name, given]))).toEqual({
      facts: [{}, undefined],
      check: [{}, undefined],
      packages: [{}, undefined],
      image: [{ contents: 'read', packages: 'write', 'id-token': 'write' }, 'release'],
      npm: [{ contents: 'read', 'id-token': 'write' }, 'release'],
      pypi: [{ 'id-token': 'write' }, 'release'],
      go: [{ contents: 'write' }, 'release'],
      php: [{ contents: 'write' }, 'release'],
      release: [{ contents: 'write' }, undefined],
      docs: [{}, undefined],
      pages: [{ pages: 'write', 'id-token': 'write' }, 'github-pages'],
    });
  });

  test('passes on facts that the first job writes', () => {
    const facts = readFacts({
      tag: 'v0.2.0',
      version: '0.2.0',
      changelog: '## [0.2.0] - 2026-12-01\n\n- **Cats**\n',
      tags: [],
      repository: 'owner/parley',
      imageName: '',
      pagesRoot: '',
    });
    const outputs = Object.entries(jobs.facts?.outputs ?? {});
    expect(outputs.length).toBeGreaterThan(0);
    for (const [name, value] of outputs) {
      expect(value).toBe(`\${{ steps.facts.outputs.${name} }}`);
      expect(facts).toHaveProperty(name);
    }
  });

  test('takes the names of registries from the variables in docs/operations/upgrading.md#names', () => {
    const [, names = ''] = read('docs/operations/upgrading.md').split('\n### Names\n');
    const documented = matches(names.split('\n### ')[0] ?? '', /^\| `(PARLEY_\w+)` \|/gm);
    expect(documented.toSorted()).toEqual([...new Set(matches(read(RELEASE), /vars\.(\w+)/g))].toSorted());
  });
});

test.each(['bug', 'feature'])('the form of a %s has fields with distinct ids', (name) => {
  const { body } = parse(read(`.github/ISSUE_TEMPLATE/${name}.yml`)) as { body: { type: string; id?: string }[] };
  const ids = body.filter(({ type }) => type !== 'markdown').map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toContain(undefined);
});

test('dependencies of npm, of the workflows and of the image are kept up to date', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as { updates: { 'package-ecosystem': string }[] };
  expect(updates.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions', 'docker']);
});

test('SECURITY.md names the minor release of package.json as supported', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  const rows = matches(read('SECURITY.md'), /^\| (.+?) \| /gm);
  expect(rows).toContain(`${version.split('.', 2).join('.')}.x`);
  expect(rows).toContain('`main`');
});
