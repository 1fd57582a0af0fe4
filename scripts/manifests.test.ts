import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureNatsServer } from '@parley/testing/servers/nats-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { findManifestProblems } from './find-manifest-problems.ts';
import { readCodeFacts } from './read-code-facts.ts';
import { readPods, servicesOf } from './read-pods.ts';
import { type Manifest, readYaml, renderKustomize } from './render-kustomize.ts';
import { validateManifest } from './validate-manifest.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'deploy/kubernetes');
const FOLDERS = ['base', 'overlays/small', 'overlays/large', 'migrate'];
const INSTALL_WITHIN_MS = 300_000;
const run = promisify(execFile);
const code = readCodeFacts(ROOT);

const render = (folder: string): Manifest[] => renderKustomize(join(FOLDER, folder));

/** The overlay with a text of its objects replaced. */
function withText(folder: string, text: string, replacement: string): Manifest[] {
  const before = JSON.stringify(render(folder));
  const after = before.replace(text, replacement);
  expect(after, text).not.toBe(before);
  return JSON.parse(after);
}

describe('a manifest', () => {
  test.each([
    [
      'a misspelt field',
      '"terminationGracePeriodSeconds"',
      '"terminationGracePeriodSecond"',
      /\.spec\.template\.spec\.terminationGracePeriodSecond is no field/,
    ],
    ['a misspelt field in a list', '"mountPath"', '"mountpath"', /mountPath/],
    ['a wrong type', '"minReplicas":2', '"minReplicas":"two"', /minReplicas/],
    ['a missing field', '"scaleTargetRef"', '"scaleTarget"', /scaleTargetRef/],
    ['an unknown kind', '"kind":"PodDisruptionBudget"', '"kind":"PodBudget"', /PodBudget is no kind/],
  ])('with %s does not fit the schema of Kubernetes', (_, text, replacement, problem) => {
    const problems = withText('overlays/small', text, replacement).flatMap(validateManifest);
    expect(problems.join('\n')).toMatch(problem);
  });

  test.each([
    ['a pod that may run as root', '"runAsNonRoot":true', '"runAsNonRoot":false', 'may run as root'],
    [
      'a file system that can be written',
      '"readOnlyRootFilesystem":true',
      '"readOnlyRootFilesystem":false',
      'is not locked',
    ],
    ['an unknown variable', '"PARLEY_HOST"', '"PARLEY_HOSTS"', 'nothing reads PARLEY_HOSTS'],
    [
      'an unknown setting',
      '"PARLEY_PUBLIC_URL"',
      '"PARLEY_PUBLIC_URLS"',
      'nothing reads the setting PARLEY_PUBLIC_URLS',
    ],
    [
      'a secret among the settings',
      '"PARLEY_DATABASE_POOL"',
      '"PARLEY_SMS_SECRET"',
      'the setting PARLEY_SMS_SECRET is a secret',
    ],
    [
      'a command that the image does not have',
      '"args":["gateway"]',
      '"args":["door"]',
      'the image has no command door',
    ],
    [
      'a command in place of the entry point',
      '"args":["gateway"]',
      '"args":["gateway"],"command":["node"]',
      'does not start by the entry point',
    ],
    [
      'a port that is not that of its variable',
      '"containerPort":9090',
      '"containerPort":9091',
      'PARLEY_METRICS_PORT is 9090, the port metrics 9091',
    ],
    ['a probe that does not exist', '"path":"/readyz"', '"path":"/ready"', 'readinessProbe is not /readyz'],
    [
      'a grace period shorter than the drain',
      '"terminationGracePeriodSeconds":45',
      '"terminationGracePeriodSeconds":30',
      'is killed before it has ended by itself',
    ],
    ['a single pod', '"replicas":2', '"replicas":1', 'has fewer than two pods'],
    [
      'an autoscaler of nothing',
      '"kind":"Deployment","name":"quick"',
      '"kind":"Deployment","name":"quicker"',
      'scales quicker',
    ],
    [
      'a service without its port',
      '"targetPort":"http"',
      '"targetPort":"https"',
      'has a port http that its pods do not have',
    ],
    [
      'settings that do not exist',
      '"configMapRef":{"name":"parley"}',
      '"configMapRef":{"name":"settings"}',
      'there is no ConfigMap settings',
    ],
    [
      'a secret that its services do not read',
      '{"secretRef":{"name":"parley-database"}}',
      '{"secretRef":{"name":"parley-gateway"}}',
      'gets parley-gateway, which it does not read',
    ],
    ['a secret in the repository', '"kind":"ServiceAccount"', '"kind":"Secret"', 'belongs outside'],
  ])('with %s is refused', (_, text, replacement, problem) => {
    expect(findManifestProblems(render('overlays/small'), code)).toEqual([]);
    expect(findManifestProblems(withText('overlays/small', text, replacement), code).join('\n')).toContain(problem);
  });
});

test('every file belongs to a kustomization', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.yaml'));
  const named = files
    .filter((path) => path.endsWith('kustomization.yaml'))
    .flatMap((path) =>
      [...readFileSync(join(FOLDER, path), 'utf8').matchAll(/^ {2}- (?:path: )?([\w-]+\.yaml)$/gm)].map(
        ([, name = '']) => join(path, '..', name),
      ),
    );
  const others = files.filter((path) => !path.endsWith('kustomization.yaml') && path !== 'namespace.yaml');
  expect(named.toSorted()).toEqual(others.toSorted());
  expect(readYaml(join(FOLDER, 'namespace.yaml')).flatMap((one) => validateManifest(one as Manifest))).toEqual([]); // safe: validated
});

test('the small overlay runs the kinds of docker-compose.yml with the same commands', () => {
  const compose = z
    .object({ services: z.record(z.string(), z.looseObject({ command: z.array(z.string()).optional() })) })
    .parse(parseAllDocuments(readFileSync(`${ROOT}docker-compose.yml`, 'utf8'), { merge: true })[0]?.toJS());
  for (const { name, container } of [...readPods(render('overlays/small')), ...readPods(render('migrate'))])
    if (name !== 'nats') expect(container.args, name).toEqual(compose.services[name]?.command);
});

test('the large overlay keeps the quick path in one process, and runs inbox, files and bots apart', () => {
  const hosted = Object.fromEntries(readPods(render('overlays/large')).map((one) => [one.name, servicesOf(one)]));
  expect(hosted).toMatchObject({
    quick: ['send', 'inbound', 'webhook-delivery'],
    background: ['accounts', 'channel-connect', 'comments', 'notifications'],
    inbox: ['inbox'],
    files: ['files'],
    bots: ['bots'],
  });
});

const Policy = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    podSelector: z.object({
      matchLabels: z.record(z.string(), z.string()).default({}),
      matchExpressions: z
        .array(z.object({ key: z.string(), operator: z.enum(['In', 'NotIn']), values: z.array(z.string()) }))
        .default([]),
    }),
    egress: z.array(z.unknown()).default([]),
  }),
});

test('the gateway reaches only the bus, inbox also the database, and only those that need it the internet', () => {
  const objects = render('overlays/large');
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy').map((one) => Policy.parse(one));
  const egressOf = (labels: Record<string, string>): string[] =>
    policies
      .filter(({ spec }) => spec.egress.length > 0)
      .filter(({ spec: { podSelector } }) => {
        const { matchLabels, matchExpressions } = podSelector;
        return (
          Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
          matchExpressions.every(
            ({ key, operator, values }) => values.includes(labels[key] ?? '') === (operator === 'In'),
          )
        );
      })
      .map(({ metadata }) => metadata.name);
  const reached = Object.fromEntries(readPods(objects).map(({ name, labels }) => [name, egressOf(labels).toSorted()]));
  const all = ['bus', 'database', 'internet', 'names'];
  expect(reached).toEqual({
    gateway: ['bus', 'names'],
    quick: all,
    background: all,
    devices: all,
    inbox: ['bus', 'database', 'names'],
    files: all,
    bots: all,
    nats: ['names', 'nats'],
  });
  const closed = policies.find(({ metadata }) => metadata.name === 'default-deny');
  expect(closed?.spec).toEqual({
    podSelector: { matchLabels: {}, matchExpressions: [] },
    policyTypes: ['Ingress', 'Egress'],
    egress: [],
  });
});

test.each(['overlays/small', 'overlays/large'])(
  'nats-server accepts the configuration of %s',
  async (folder) => {
    await ensureNatsServer();
    const settings = render(folder).find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'nats');
    const { data } = z.object({ data: z.object({ 'nats.conf': z.string() }) }).parse(settings);
    const directory = await mkdtemp(join(tmpdir(), 'parley-nats-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    await writeFile(join(directory, 'nats.conf'), data['nats.conf']);
    const { stderr } = await run('nats-server', ['-t', '-c', join(directory, 'nats.conf')]);
    expect(stderr).toContain('is valid');
    expect(data['nats.conf']).toContain(readFileSync(`${ROOT}docker/nats.conf`, 'utf8').split('\n')[1]);
  },
  INSTALL_WITHIN_MS,
);

/** A list of objects without its order: kustomize has its own. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map(sorted);
    return items.every((one) => typeof one === 'object')
      ? items.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
      : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, one]) => [key, sorted(one)]),
  );
};

test.each(FOLDERS)('kubectl renders %s as the check does, if it is installed', async (folder) => {
  // Debian's kubectl has a kustomize of before components.
  const version = await run('kubectl', ['version', '--client']).then(
    ({ stdout }) => Number(/Kustomize Version: v(\d+)/.exec(stdout)?.[1] ?? 0),
    () => 0,
  );
  if (version < 4) return console.log('Manifests: no recent kubectl is installed; rendered by the check alone.');
  const rendered = await run('kubectl', ['kustomize', join(FOLDER, folder)]);
  const byKubectl = parseAllDocuments(rendered.stdout).map((one) => one.toJS());
  expect(sorted(render(folder))).toEqual(sorted(byKubectl));
});
