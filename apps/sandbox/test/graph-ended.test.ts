import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox } from './open-sandbox.ts';

const NUMBER = '106540352242922';
const CLIENTS = new URL('../../../packages/providers/src/graph/', import.meta.url);

let box: Awaited<ReturnType<typeof openSandbox>>;
beforeAll(async () => {
  box = await openSandbox();
});
afterAll(() => box.close());

describe('protocol features that Graph ended', () => {
  it.each(['ids=1,2', 'date_format=U', 'method=get', 'callback=f', 'pretty=0', 'debug=all', 'fields=id.as(x)'])(
    'a WhatsApp call with %s is refused, so no end-to-end test passes with one',
    async (query) => {
      expect((await box.graph('GET', `/${NUMBER}?${query}`)).body.error).toMatchObject({ code: 100 });
    },
  );

  it('so is a call of a page, and a conditional request', async () => {
    const page = await box.call('GET', '/v27.0/me?date_format=U', undefined, { authorization: 'Bearer x' });
    expect(page.body.error).toMatchObject({ code: 100 });
    const headers = { authorization: 'Bearer sandbox-wa-token', 'if-none-match': '"1"' };
    expect((await box.call('GET', `/v27.0/${NUMBER}`, undefined, headers)).body.error).toMatchObject({ code: 100 });
    expect((await box.graph('GET', `/${NUMBER}?fields=id`)).status).toBe(200);
  });

  it('no client of Graph names one in its source', () => {
    const ended =
      /query: \{[^}]*\b(ids|method|callback|pretty|debug)\b|[?&]ids=|date_format|\.as\(|if-none-match|\bbatch:/i;
    const found = readdirSync(CLIENTS)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .filter((name) => ended.test(readFileSync(new URL(name, CLIENTS), 'utf8')));
    expect(found).toEqual([]);
  });
});
