import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createTestDatabase } from '@parley/testing/database/test-database';
import { pollUntil } from '@parley/testing/poll-until';
import { startNatsServer } from '@parley/testing/servers/nats-server';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type Pods, readPods } from '../../scripts/read-pods.ts';
import { renderKustomize } from '../../scripts/render-kustomize.ts';
import { ROOT } from '../support/system/compose-file.ts';

const Settings = z.object({ metadata: z.object({ name: z.string() }), data: z.record(z.string(), z.string()) });
const PORTS = { http: 'PARLEY_PORT', metrics: 'PARLEY_METRICS_PORT', health: 'PARLEY_HEALTH_PORT' } as const;
/** A user that may write nowhere but in the temporary directory. */
const NOBODY = 65_534;

/** The contents of the secrets of docs/operations/kubernetes.md#install, by their names. */
const makeSecrets = (databaseUrl: string): Record<string, Record<string, string>> => ({
  'parley-gateway': { PARLEY_ADMIN_TOKEN: randomBytes(32).toString('hex') },
  'parley-database': {
    DATABASE_URL: databaseUrl,
    PARLEY_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  },
  'parley-files': { PARLEY_UPLOAD_S3_KEY_ID: 'key', PARLEY_UPLOAD_S3_SECRET: 'secret' },
});

/** The environment of a pod, as Kubernetes puts it together. */
function environmentOf(
  { container }: Pods,
  sources: Readonly<Record<string, Record<string, string>>>,
): Record<string, string> {
  const given = container.envFrom.flatMap(({ configMapRef, secretRef }) => [
    configMapRef && sources[`settings ${configMapRef.name}`],
    secretRef && sources[secretRef.name],
  ]);
  const own = container.env.map(({ name, value = '' }) => [name, value]);
  return Object.assign({}, ...given, Object.fromEntries(own));
}

test.each(['small', 'large'])(
  'every pod of the %s overlay starts with its settings and secrets alone, as a user that may write nothing',
  {
    timeout: 180_000,
  },
  async (overlay) => {
    const objects = renderKustomize(join(ROOT, 'deploy/kubernetes/overlays', overlay));
    const database = await createTestDatabase();
    const nats = await startNatsServer();
    onTestFinished(async () => {
      await nats.stop();
      await database.drop();
    });
    const settings = objects.filter(({ kind }) => kind === 'ConfigMap').map((one) => Settings.parse(one));
    const sources = {
      ...makeSecrets(database.url),
      ...Object.fromEntries(settings.map(({ metadata, data }) => [`settings ${metadata.name}`, data])),
    };
    const pods = readPods(objects).filter(({ name }) => name !== 'nats');
    expect(pods.length).toBeGreaterThan(3);
    const ports = await reservePorts(pods.length * Object.keys(PORTS).length);
    const running = pods.map((one) => {
      const { name, container } = one;
      const own = container.ports.map((port) => ({ port: ports.pop() ?? 0, name: port.name }));
      const onPorts = own.map((port) => [
        z.enum(PORTS).parse(PORTS[port.name as keyof typeof PORTS]),
        String(port.port),
      ]); // safe: parsed
      const child = spawn(join(ROOT, 'bin/parley-container'), container.args, {
        cwd: '/',
        env: {
          PATH: process.env.PATH,
          ...environmentOf(one, sources),
          ...Object.fromEntries(onPorts),
          NATS_URL: nats.url,
        },
        ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
      const probed = own.find((port) => port.name === container.readinessProbe?.httpGet.port)?.port;
      return {
        name,
        child,
        url: `http://127.0.0.1:${probed}${container.readinessProbe?.httpGet.path}`,
        output: () => output,
      };
    });
    for (const { name, url, output } of running) {
      const isReady = async (): Promise<true | null> => {
        const ended = running.find(({ child }) => child.exitCode !== null);
        if (ended) throw new Error(`${ended.name} ended with ${ended.child.exitCode}: ${ended.output()}`);
        const status = await request(url).then(
          async ({ statusCode, body }) => body.dump().then(() => statusCode),
          () => 0,
        );
        return status === 200 || null;
      };
      await pollUntil(isReady, { deadlineMs: 90_000, everyMs: 100, what: () => `${name} to be ready: ${output()}` });
    }
  },
);
