import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSandbox } from './open-sandbox.ts';
import { until } from './until.ts';

const WABA = '102290129340398';
let box: Awaited<ReturnType<typeof openSandbox>>;
beforeEach(async () => {
  box = await openSandbox();
});
afterEach(() => box.close());

const ORDER = {
  name: 'order_ready',
  language: 'en_US',
  category: 'utility',
  parameter_format: 'positional',
  components: [
    { type: 'header', format: 'text', text: 'Order {{1}}', example: { header_text: ['#7'] } },
    { type: 'body', text: 'Hi {{1}}, it is ready.', example: { body_text: [['Ann']] } },
  ],
};
const create = (given: object = {}) => box.graph('POST', `/${WABA}/message_templates`, { ...ORDER, ...given });
const list = async (query = '') =>
  (await box.graph('GET', `/${WABA}/message_templates?name=order_ready${query}`)).body.data;
const body = (text: string, example?: object) => ({
  components: [{ type: 'BODY', text, ...(example ? { example } : {}) }],
});

it('creates a template in review, and lists it in upper case', async () => {
  const made = await create();
  expect(made).toMatchObject({ status: 200, body: { status: 'PENDING', category: 'UTILITY' } });
  expect(await list()).toMatchObject([
    {
      id: made.body.id,
      name: 'order_ready',
      status: 'PENDING',
      quality_score: { score: 'UNKNOWN' },
      rejected_reason: 'NONE',
      components: [{ type: 'HEADER', format: 'TEXT' }, { type: 'BODY' }],
    },
  ]);
});

it.each([
  ['an existing name and language', {}, 2_388_024],
  ['a name with capitals', { name: 'Order' }, 2_388_094],
  ['a placeholder at the end', { name: 'b', ...body('Hi {{1}}!', { body_text: [['a']] }) }, 2_388_299],
  ['a placeholder without an example', { name: 'c', ...body('Hi {{1}} there') }, 2_388_043],
  ['a long body', { name: 'd', ...body('x'.repeat(1025)) }, 2_388_040],
  [
    'a sample that was not uploaded',
    {
      name: 'e',
      components: [
        { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::none'] } },
        { type: 'BODY', text: 'Hi' },
      ],
    },
    2_388_084,
  ],
])('refuses %s with its subcode, and gives the reason only in error_user_msg', async (_, given, subcode) => {
  await create();
  const refused = await create(given);
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({
    message: 'Invalid parameter',
    code: 100,
    error_subcode: subcode,
    error_user_msg: expect.stringMatching(/\w/),
  });
});

it('edits an approved template, which is reviewed again, and none in review', async () => {
  const { id } = (await create()).body;
  expect((await box.graph('POST', `/${id}`, body('Bye'))).body.error.error_subcode).toBe(2_388_025);
  await box.call('POST', '/sandbox/templates/wa', { name: 'order_ready', language: 'en_US', status: 'APPROVED' });
  expect((await box.graph('POST', `/${id}`, body('Bye'))).body).toEqual({ success: true });
  expect(await list()).toMatchObject([{ status: 'PENDING', components: [{ type: 'BODY', text: 'Bye' }] }]);
  expect((await box.graph('POST', `/${id}`, body('Bye'), 'other-token')).status).toBe(401);
});

it('deletes one language by its id, or every language of a name', async () => {
  const { id } = (await create()).body;
  await create({ language: 'ar' });
  await create({ language: 'he' });
  const path = `/${WABA}/message_templates?name=order_ready`;
  expect((await box.graph('DELETE', `${path}&hsm_id=${id}`)).body).toEqual({ success: true });
  expect((await list()).map(({ language }: { language: string }) => language)).toEqual(['ar', 'he']);
  await box.graph('DELETE', path);
  expect(await list()).toEqual([]);
  expect((await box.graph('DELETE', path)).status).toBe(400);
});

it('takes a sample in a session of the app, by the bytes of its length and with the scheme OAuth', async () => {
  const token = 'sandbox-wa-token';
  const { body: session } = await box.graph('POST', '/123/uploads?file_name=a.png&file_length=4&file_type=image/png');
  expect(session.id).toMatch(/^upload:.+\?sig=/);
  const send = (bytes: string, scheme: string) =>
    fetch(`${box.sandbox.url}/v23.0/${session.id}`, {
      method: 'POST',
      headers: { authorization: `${scheme} ${token}`, file_offset: '0', 'content-type': 'application/octet-stream' },
      body: bytes,
    });
  expect((await send('abcd', 'Bearer')).status).toBe(400);
  expect((await send('abc', 'OAuth')).status).toBe(400);
  const { h } = (await (await send('abcd', 'OAuth')).json()) as { h: string }; // safe: the sandbox's answer
  const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: [h] } };
  expect((await create({ components: [header, { type: 'BODY', text: 'Hi' }] })).status).toBe(200);
});

it('posts a webhook for each decision of Meta, with a hyphen in the language', async () => {
  const { id } = (await create()).body;
  const decision = { name: 'order_ready', language: 'en_US', status: 'REJECTED', reason: 'SCAM', quality: 'RED' };
  await box.call('POST', '/sandbox/templates/wa', { ...decision, category: 'MARKETING' });
  await until(() => box.hooks.length === 3);
  const changes = box.hooks.map(({ body: hook }) => (hook.entry as { changes: object[] }[])[0]?.changes[0]); // safe: its own
  const named = {
    message_template_id: Number(id),
    message_template_name: 'order_ready',
    message_template_language: 'en-US',
  };
  expect(changes).toMatchObject([
    { field: 'message_template_status_update', value: { ...named, event: 'REJECTED', reason: 'SCAM' } },
    { field: 'message_template_quality_update', value: { ...named, new_quality_score: 'RED' } },
    { field: 'template_category_update', value: { ...named, previous_category: 'UTILITY', new_category: 'MARKETING' } },
  ]);
  expect((await box.call('POST', '/sandbox/templates/wa', { name: 'none' })).status).toBe(404);
});
