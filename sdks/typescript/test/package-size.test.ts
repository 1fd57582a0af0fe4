import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** The minified code of what a program imports. */
async function bundle(code: string): Promise<string> {
  const entry = 'entry.ts';
  const build = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
  });
  const { output } = await build.generate({ minify: true });
  return output[0].code;
}

test('the whole package is at most 10 kB compressed', async () => {
  const code = await bundle(`export * from ${JSON.stringify(source('index.ts'))};`);
  expect(gzipSync(code).length).toBeLessThanOrEqual(10_000);
});

test('a receiver that only verifies loads no client', async () => {
  const code = await bundle(`export { Webhook } from ${JSON.stringify(source('index.ts'))};`);
  expect(code).toContain('webhook-signature');
  expect(code).not.toContain('idempotency-key');
});
