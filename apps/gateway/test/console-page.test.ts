import { afterEach, expect, test } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

// The pages of the console (docs/reference/console.md#pages).
let gateway: TestGateway;
afterEach(() => gateway.stop());

const read = async (variables: Record<string, string>) => {
  gateway = await openGateway({ variables });
  const page = await gateway.call('GET', '/console', { headers: { accept: 'text/html' } });
  const { body } = await gateway.call('GET', '/console/config.json');
  return { policy: String(page.headers['content-security-policy']).split('; '), configuration: body };
};

test('without a sandbox, allows no frames', async () => {
  const { policy, configuration } = await read({});
  expect(configuration).toEqual({ public_origin: 'http://localhost:0', sandbox_origin: null, has_docs: false });
  expect(policy.filter((rule) => rule.startsWith('frame-'))).toEqual(["frame-ancestors 'none'"]);
});

test('with a sandbox, allows frames of its origin only', async () => {
  const { policy, configuration } = await read({ PARLEY_SANDBOX_PUBLIC_URL: 'http://127.0.0.1:8090/any/path' });
  expect(configuration).toMatchObject({ sandbox_origin: 'http://127.0.0.1:8090' });
  expect(policy).toContain('frame-src http://127.0.0.1:8090');
  expect(policy[0]).toBe("default-src 'none'");
});
