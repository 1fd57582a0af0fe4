import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTenant } from '@parley/common/contracts/operator/tenants';
import { FIRST_SEGMENTS } from '@parley/common/workspace/reserved-slugs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, openGateway, type TestGateway } from './open-gateway.ts';

let folder: string;
let gateway: TestGateway;
const urls: string[] = [];
const collect = (message: unknown): void => {
  const { fastify } = message as { fastify: FastifyInstance }; // safe: the message that fastify documents
  fastify.addHook('onRoute', ({ url }) => void urls.push(url));
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-site-'));
  await writeFile(join(folder, 'index.html'), '<h1>First page</h1>');
  await writeFile(join(folder, 'inline-code.json'), JSON.stringify({ scripts: [], styles: [] }));
  subscribe('fastify.initialization', collect);
  gateway = await openGateway({ siteDirectory: folder });
});
afterAll(async () => {
  unsubscribe('fastify.initialization', collect);
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the slug of a new tenant', () => {
  test('is none of the first segments that the gateway serves, and no other word is reserved', () => {
    const served = new Set(urls.map((url) => url.split('/')[1] ?? '').filter((first) => !first.startsWith(':')));
    expect([...served].toSorted()).toEqual([...FIRST_SEGMENTS]);
  });

  test.each(FIRST_SEGMENTS)('is not %s', async (slug) => {
    const answer = await gateway.call('POST', '/api/admin/tenants', { key: ADMIN_TOKEN, body: { slug } });
    expect({ status: answer.status, code: answer.body.error }).toEqual({ status: 400, code: 'invalid_slug' });
  });

  test.each(['consoles', 'doc', 'a-docs', 'apis'])('may be %s', (slug) => {
    expect(createTenant.input.safeParse({ slug }).success).toBe(true);
  });
});
