import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { Environment, parseEnvironment } from '@parley/runtime/environment';
import { ensureProgram } from '@parley/testing/programs/ensure-program';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { interpolationsOf, ROOT, readCompose, readText } from '../test/support/system/compose-file.ts';
import { findComposeProblems } from '../test/support/system/compose-schema.ts';

// Compares deploy/templates with the image, the environment's schema and each panel's form. No panel runs here.
const FOLDER = 'deploy/templates';
const DATA = '/data';
const run = promisify(execFile);
const PORT = parseEnvironment({}).PARLEY_PORT;
/** Base64 of 32 bytes, as an encryption key is. */
const BYTES = Buffer.alloc(32, 'a').toString('base64');

/** One service of a file, whose environment is a mapping or a list of NAME=value. */
const Service = z.looseObject({
  image: z.string(),
  command: z.never().optional(),
  environment: z.union([
    z.record(z.string(), z.string()),
    z
      .array(z.string())
      .transform((lines) =>
        Object.fromEntries(lines.map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)])),
      ),
  ]),
  healthcheck: z.looseObject({ test: z.array(z.string()) }),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()),
});
const File = z.looseObject({
  services: z.strictObject({ parley: Service }),
  volumes: z.record(z.string(), z.unknown()),
});

/** The values that Coolify generates; their names follow its documentation and source. */
const COOLIFY = {
  SERVICE_URL_PARLEY: 'http://parley-a1.192-0-2-7.sslip.io',
  SERVICE_PASSWORD_64_ADMIN: 'a'.repeat(64),
  SERVICE_PASSWORD_64_VERIFY: 'v'.repeat(64),
  SERVICE_REALBASE64_32_ENCRYPTION: BYTES,
};
/** The helpers of Dokploy's templates. */
const DOKPLOY: Readonly<Record<string, string>> = {
  domain: 'parley-a1-192-0-2-7.sslip.io',
  'hash:64': 'a'.repeat(64),
  'hash:32': 'b'.repeat(32),
  'base64:32': BYTES,
};

const Toml = z.strictObject({
  variables: z.record(z.string(), z.string()),
  config: z.strictObject({
    env: z.array(z.string()),
    domains: z.array(z.strictObject({ serviceName: z.string(), port: z.number(), host: z.string() })),
  }),
});
const Portainer = z.strictObject({
  version: z.literal('3'),
  templates: z
    .array(
      z.strictObject({
        id: z.int(),
        /** A stack of Compose. */
        type: z.literal(3),
        name: z.string(),
        title: z.string(),
        description: z.string(),
        note: z.string(),
        categories: z.array(z.string()),
        platform: z.literal('linux'),
        repository: z.strictObject({ url: z.url(), stackfile: z.string() }),
        env: z.array(
          z.strictObject({
            name: z.string(),
            label: z.string(),
            description: z.string(),
            default: z.string().optional(),
          }),
        ),
      }),
    )
    .length(1),
});
const Railway = z.strictObject({
  $schema: z.literal('https://railway.com/railway.schema.json'),
  build: z.strictObject({ builder: z.literal('DOCKERFILE'), dockerfilePath: z.string() }),
  deploy: z.strictObject({
    healthcheckPath: z.string(),
    healthcheckTimeout: z.int(),
    restartPolicyType: z.enum(['ON_FAILURE', 'ALWAYS', 'NEVER']),
    drainingSeconds: z.int(),
    requiredMountPath: z.string(),
  }),
});

// safe: each line that Node's reader gives has a value
const parseLines = (text: string): Record<string, string> => parseEnv(text) as Record<string, string>;

async function readToml(): Promise<z.infer<typeof Toml>> {
  const python = await ensureProgram({
    name: 'python3',
    checks: ['python3', '/usr/bin/python3'].map((program) => [program, '-c', 'import tomllib'] as const),
    packages: ['python3'],
  });
  const code = 'import json, sys, tomllib; print(json.dumps(tomllib.load(open(sys.argv[1], "rb"))))';
  const { stdout } = await run(python, ['-c', code, join(ROOT, FOLDER, 'dokploy/template.toml')]);
  return Toml.parse(JSON.parse(stdout));
}

const readPortainer = async () => {
  const [template] = Portainer.parse(JSON.parse(await readText(`${FOLDER}/portainer/templates.json`))).templates;
  if (template === undefined) throw new Error('templates.json is empty');
  return template;
};
const readRailway = async () => Railway.parse(JSON.parse(await readText(`${FOLDER}/railway/railway.json`)));

/** The variables that Dokploy gives the Compose file: its helpers first, then the template's own variables. */
async function dokployVariables(): Promise<Record<string, string>> {
  const { variables, config } = await readToml();
  const replace = (text: string, values: Readonly<Record<string, string>>): string =>
    text.replace(/\$\{([\w:]+)\}/g, (_, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`Dokploy has no ${name}`);
      return value;
    });
  const own = Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, replace(text, DOKPLOY)]));
  return parseLines(config.env.map((line) => replace(line, own)).join('\n'));
}

/** Values that a person enters in Portainer's form. */
async function portainerVariables(): Promise<Record<string, string>> {
  const { env } = await readPortainer();
  return Object.fromEntries(env.map((one) => [one.name, one.default ?? 'https://chat.example']));
}

const COMPOSE = [
  { file: 'coolify/parley.yaml', variables: async () => COOLIFY },
  { file: 'dokploy/docker-compose.yml', variables: dokployVariables },
  { file: 'portainer/docker-compose.yml', variables: portainerVariables },
] as const;

/** The environment in which each template starts Parley. */
const ENVIRONMENTS = [
  ...COMPOSE.map(({ file, variables }) => ({
    file,
    read: async () => File.parse(await readCompose(`${FOLDER}/${file}`, await variables())).services.parley.environment,
  })),
  {
    file: 'railway/variables.env',
    read: async () => {
      const text = await readText(`${FOLDER}/railway/variables.env`);
      return parseLines(text.replace(/\$\{\{RAILWAY_PUBLIC_DOMAIN\}\}/, 'parley.up.railway.app'));
    },
  },
];
/** Variables that a panel reads itself. */
const OF_PANELS = new Set([`SERVICE_URL_PARLEY_${PORT}`, 'PORT', 'RAILWAY_RUN_UID']);

/** The image's own health check. */
const findHealthCheck = async (): Promise<unknown> =>
  JSON.parse(/^HEALTHCHECK .* CMD (\[.*\])$/m.exec(await readText('Dockerfile'))?.[1] ?? 'null');

describe.each(COMPOSE)('$file', ({ file, variables }) => {
  const read = async () => readCompose(`${FOLDER}/${file}`, await variables());

  test('is valid under the Compose specification', async () => {
    expect(findComposeProblems(await read())).toEqual([]);
  });

  test('runs the one-machine form of one image, with its data on one volume', async () => {
    const { services, volumes } = File.parse(await read());
    const { image, volumes: mounts } = services.parley;
    const named = /^ {4}image: (parley:\S+)$/m.exec(await readText('docker-compose.yml'))?.[1];
    expect(image).toBe(named);
    // Without a command the image is the one-machine form.
    expect(await readText('Dockerfile')).toContain('\nCMD ["one-machine"]\n');
    expect(mounts).toEqual([`data:${DATA}`]);
    expect(Object.keys(volumes)).toEqual(['data']);
  });

  test('checks the health as the image does, and publishes no port but on the machine itself', async () => {
    const { healthcheck, ports } = File.parse(await read()).services.parley;
    expect(healthcheck.test).toEqual(['CMD', 'parley-health']);
    expect(await findHealthCheck()).toEqual(['parley-health']);
    expect(ports).toEqual(file.startsWith('portainer') ? [`127.0.0.1:${PORT}:${PORT}`] : []);
  });

  test('lets the panel set only variables of Parley, without a default for a secret', async () => {
    const asked = interpolationsOf(await readText(`${FOLDER}/${file}`)).filter(({ name }) => !(name in COOLIFY));
    const unknown = asked.filter(({ name }) => name !== 'PARLEY_IMAGE' && !(name in Environment.shape));
    expect(unknown).toEqual([]);
    const defaults = asked.filter(({ operator, operand }) => operator === ':-' && operand !== '');
    expect(defaults.map(({ name }) => name)).toEqual(file.startsWith('coolify') ? ['PARLEY_IMAGE'] : []);
    expect(asked.filter(({ name }) => name === 'PARLEY_IMAGE')).toHaveLength(1);
  });
});

describe.each(ENVIRONMENTS)('the environment of $file', ({ read }) => {
  test('has only variables that Parley or the panel reads', async () => {
    const names = Object.keys(await read());
    expect(names.filter((name) => !(name in Environment.shape) && !OF_PANELS.has(name))).toEqual([]);
  });

  test('is accepted, and sets what a container on a panel needs', async () => {
    const variables = await read();
    expect(parseEnvironment(variables)).toMatchObject({
      // The volume.
      PARLEY_DATA_DIR: DATA,
      // The panel's proxy is in another container.
      PARLEY_HOST: '0.0.0.0',
      PARLEY_PORT: PORT,
      PARLEY_PUBLIC_URL: expect.stringMatching(/^https?:\/\/[\w.-]+$/),
      // The sandbox's demo writes its key into the log: never on a public address.
      PARLEY_SANDBOX: false,
    });
  });
});

test('the port is that of the gateway and of the image everywhere', async () => {
  expect(await readText('bin/parley-health')).toContain(`process.env.PARLEY_PORT || ${PORT}`);
  expect(await readText('Dockerfile')).toMatch(new RegExp(`^EXPOSE ${PORT} `, 'm'));
  const coolify = await readText(`${FOLDER}/coolify/parley.yaml`);
  expect(coolify).toContain(`\n# port: ${PORT}\n`);
  expect(coolify).toContain(`\n      - SERVICE_URL_PARLEY_${PORT}\n`);
  const { domains } = (await readToml()).config;
  expect(domains).toEqual([{ serviceName: 'parley', port: PORT, host: `\${main_domain}` }]);
  expect(parseEnv(await readText(`${FOLDER}/railway/variables.env`)).PORT).toBe(String(PORT));
});

test('a secret is generated by the panel, or by Parley at its first start', async () => {
  const secrets = await Promise.all(
    ENVIRONMENTS.map(async ({ file, read }) => {
      const { PARLEY_ADMIN_TOKEN: token, PARLEY_ENCRYPTION_KEYS: keys } = parseEnvironment(await read());
      return [file, token !== undefined, keys !== undefined];
    }),
  );
  expect(secrets).toEqual([
    ['coolify/parley.yaml', true, true],
    ['dokploy/docker-compose.yml', true, true],
    ['portainer/docker-compose.yml', false, false],
    ['railway/variables.env', false, false],
  ]);
});

test('Coolify’s file begins with the header of a service template', async () => {
  const header = (await readText(`${FOLDER}/coolify/parley.yaml`)).split('\n\n', 1)[0] ?? '';
  const names = header.split('\n').map((line) => /^# (\w+): \S/.exec(line)?.[1]);
  expect(names).toEqual(['documentation', 'slogan', 'category', 'tags', 'logo', 'port']);
});

test('the command in Dokploy’s template prints what its import takes', async () => {
  const command = /^# {3}(node -p .*)$/m.exec(await readText(`${FOLDER}/dokploy/template.toml`))?.[1] ?? '';
  const { stdout } = await run('sh', ['-c', command], { cwd: join(ROOT, FOLDER, 'dokploy') });
  expect(JSON.parse(Buffer.from(stdout, 'base64').toString())).toEqual({
    compose: await readText(`${FOLDER}/dokploy/docker-compose.yml`),
    config: await readText(`${FOLDER}/dokploy/template.toml`),
  });
});

test('Portainer’s form asks for each required variable, because it takes no empty field', async () => {
  const { env, repository } = await readPortainer();
  await access(join(ROOT, repository.stackfile));
  const required = interpolationsOf(await readText(repository.stackfile)).filter(({ operator }) => operator === ':?');
  expect(env.map(({ name }) => name)).toEqual(required.map(({ name }) => name));
});

test('Railway builds the Dockerfile, runs its command, and mounts the volume at the data directory', async () => {
  const { build, deploy } = await readRailway();
  await access(join(ROOT, build.dockerfilePath));
  expect(deploy).toMatchObject({
    healthcheckPath: '/readyz',
    requiredMountPath: DATA,
  });
});

test('every folder is named in the table of docs/operations/install.md, with its files', async () => {
  const page = await readText('docs/operations/install.md');
  for (const folder of readdirSync(join(ROOT, FOLDER)))
    for (const name of readdirSync(join(ROOT, FOLDER, folder)))
      expect(page, name).toContain(`(../../${FOLDER}/${folder}/${name})`);
});
