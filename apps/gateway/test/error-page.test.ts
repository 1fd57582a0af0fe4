import { readFileSync } from 'node:fs';
import { ERROR_CATALOGUE } from '@parley/common/errors/error-catalogue';
import { FIELD_PROBLEMS, pageOfError } from '@parley/common/errors/error-pages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type TestGateway } from './open-gateway.ts';

// docs/reference/errors.md#error-body: doc_url leads to a section that exists, with and without the documentation site.
const ORIGIN = 'https://parley.example';
const PAGE = `${ORIGIN}/docs/errors/`;
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openGateway({ variables: { PARLEY_PUBLIC_URL: ORIGIN } });
});
afterAll(() => gateway.stop());

test('every interface names the section of its error on this Parley', async () => {
  const errors: [string, Promise<{ body: { doc_url?: string } | null }>][] = [
    ['unknown_action', gateway.action('GET', 'fly')],
    ['missing_conversation_id', gateway.action('GET', 'messages')],
    ['missing_api_key', gateway.call('GET', '/demo/api/messaging/?action=status')],
    ['missing_admin_token', gateway.call('GET', '/api/admin/tenants')],
    ['unknown_route', gateway.call('GET', '/nowhere')],
  ];
  for (const [code, asked] of errors)
    expect((await asked).body, code).toMatchObject({ doc_url: pageOfError(PAGE, code) });
  const trpc = await gateway.call('GET', '/trpc/status');
  expect(trpc.body).toMatchObject({ error: { data: { doc_url: `${PAGE}#missing_api_key` } } });
});

test('the page without the site has a section for each code, and so has the page of the site', async () => {
  const page = await gateway.call('GET', '/docs/errors/');
  expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
  const source = readFileSync(new URL('../../../docs/errors/README.md', import.meta.url), 'utf8');
  for (const code of [...Object.keys(ERROR_CATALOGUE), 'missing_to', 'invalid_template_name']) {
    const [, section] = pageOfError(PAGE, code).split('#');
    expect(page.text).toContain(`<section id="${section}">`);
    expect(source).toContain(`\n## ${code in ERROR_CATALOGUE ? code : FIELD_PROBLEMS}\n`);
  }
});
