import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle } from './bundle.ts';

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

test('the whole package is at most 10 kB compressed', async () => {
  const code = await bundle(`export * from ${JSON.stringify(source('index.ts'))};`);
  expect(gzipSync(code).length).toBeLessThanOrEqual(10_000);
});

test('a receiver that only verifies loads no client', async () => {
  const code = await bundle(`export { Webhook } from ${JSON.stringify(source('index.ts'))};`);
  expect(code).toContain('webhook-signature');
  expect(code).not.toContain('idempotency-key');
});
