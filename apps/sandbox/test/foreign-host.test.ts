import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox } from './open-sandbox.ts';

let box: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  box = await openSandbox({ publicUrl: 'https://sandbox.parley.example', names: ['sandbox'] });
});
afterAll(() => box.close());

const get = async (path: string, host: string) => {
  const { statusCode, body } = await request(`${box.sandbox.url}${path}`, { headers: { host } });
  return { status: statusCode, text: await body.text() };
};

describe('a foreign Host', () => {
  it.each(['/sandbox/mail', '/sandbox/state', '/sandbox/phone', '/v23.0/me', '/bot1:x/getMe', '/v/file', '/unknown'])(
    'is refused at %s: a page whose name resolves to this machine reads nothing',
    async (path) => {
      for (const host of ['evil.example', 'evil.example:8090', 'localhost.evil.example', '127.0.0.1.evil.example'])
        expect((await get(path, host)).status).toBe(421);
      expect((await get(path, '127.0.0.1')).status).not.toBe(421);
    },
  );

  it('is refused with the reason', async () => {
    expect(JSON.parse((await get('/sandbox/state', 'evil.example')).text)).toMatchObject({ error: 'foreign_host' });
  });
});

it.each(['localhost:8090', '127.0.0.1', '[::1]:1', '10.1.2.3', 'sandbox.parley.example', 'SANDBOX:8090'])(
  'answers under its own name %s',
  async (host) => {
    expect((await get('/sandbox/state', host)).status).toBe(200);
  },
);
