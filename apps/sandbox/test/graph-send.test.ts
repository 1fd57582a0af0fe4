import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proveAppSecret } from '../src/providers/graph/wire/sign-webhook.ts';
import { fixture, openSandbox, shapeOf } from './open-sandbox.ts';
import { until } from './until.ts';

const NUMBER = '106540352242922';
const WABA = '102290129340398';
let box: Awaited<ReturnType<typeof openSandbox>>;
beforeEach(async () => {
  box = await openSandbox();
});
afterEach(() => box.close());

const send = (fields: Record<string, unknown>, path = `/${NUMBER}/messages`, token?: string) =>
  box.graph('POST', path, { messaging_product: 'whatsapp', to: '+16505551234', ...fields }, token);
interface Status {
  id: string;
  status: string;
}
/** The statuses of a webhook. */
const statusesOf = (body: Record<string, unknown>): Status[] => {
  const { entry } = body as { entry?: { changes: { value: { statuses?: Status[] } }[] }[] }; // safe: Meta's form
  return entry?.flatMap(({ changes }) => changes.flatMap(({ value }) => value.statuses ?? [])) ?? [];
};
const text = (body: string) => ({ type: 'text', text: { body } });
const template = (name: string, language: string, values: string[]) => ({
  type: 'template',
  template: {
    name,
    language: { code: language },
    components: [{ type: 'body', parameters: values.map((value) => ({ type: 'text', text: value })) }],
  },
});
function withoutTrace(body: { error: Record<string, unknown> }) {
  const { fbtrace_id, ...error } = body.error;
  expect(typeof fbtrace_id).toBe('string');
  return { error };
}

describe('sending through the emulated Cloud API', () => {
  it('an accepted send returns the documented shape and is listed exactly as received', async () => {
    await box.call('POST', '/sandbox/customers/wa/16505551234/messages', { text: 'hello' });
    const answer = await send({ ...text('hi'), biz_opaque_callback_data: '42' });
    expect(answer.status).toBe(200);
    expect(shapeOf(answer.body)).toEqual(shapeOf(fixture('wa/api-send-ok')));
    expect(answer.body.contacts).toEqual([{ input: '+16505551234', wa_id: '16505551234' }]);
    const { body } = await box.call('GET', '/sandbox/sent?channel=wa');
    expect(body.count).toBe(1);
    expect(body.sends[0].provider_message_id).toBe(answer.body.messages[0].id);
    expect(body.sends[0].body.text).toEqual({ body: 'hi' });
    expect(body.sends[0].callback_data).toBe('42');
  });

  it('returns the business-scoped id of a person who hides the number, and the status of a template', async () => {
    const hidden = await box.graph('POST', `/${NUMBER}/messages`, {
      messaging_product: 'whatsapp',
      recipient: 'US.13491208655302741918',
      ...text('hi'),
    });
    expect(shapeOf(hidden.body)).toEqual(shapeOf(fixture('wa/api-send-ok-bsuid')));
    const paced = await send(template('order_update', 'en', ['Ann', '#1']));
    expect(shapeOf(paced.body)).toEqual(shapeOf(fixture('wa/api-send-ok-template-paced')));
  });

  it('holds a template whose quality Meta checks, then sends it, or fails it and pauses the template', async () => {
    for (const pacing of ['release', 'drop']) {
      await box.call('POST', '/sandbox/accounts/wa', {
        templates: [{ name: `paced_${pacing}`, category: 'MARKETING', body: 'Hi', pacing }],
      });
      const paced = {
        type: 'template',
        template: { name: `paced_${pacing}`, language: { code: 'en' }, components: [] },
      };
      const held = await send(paced);
      expect(held.body.messages).toMatchObject([{ message_status: 'held_for_quality_assessment' }]);
      const { id } = held.body.messages[0];
      const step = await until(() =>
        box.hooks.flatMap((hook) => statusesOf(hook.body)).find((status) => status.id === id),
      );
      expect(step).toMatchObject(
        pacing === 'release' ? { status: 'sent' } : { status: 'failed', errors: [{ code: 132015 }] },
      );
      expect((await send(paced)).status).toBe(pacing === 'release' ? 200 : 400);
    }
  });

  it('refuses the same sends as Meta, with its code, message and details', async () => {
    const cases: [string, number, Promise<{ status: number; body: { error: Record<string, unknown> } }>][] = [
      ['api-error-131008', 400, send({ type: 'text', text: {} })],
      ['api-error-132000', 400, send(template('order_update', 'en', ['only one']))],
      ['api-error-132001', 404, send(template('order_x', 'en_US', []))],
      ['api-phone-number-401-missing-token', 401, box.call('GET', `/v23.0/${NUMBER}`)],
      ['api-phone-number-401-invalid-token', 401, send(text('x'), undefined, 'wrong')],
    ];
    for (const [name, status, answer] of cases) {
      const { status: got, body } = await answer;
      expect({ name, status: got, ...withoutTrace(body) }).toEqual({
        name,
        status,
        ...withoutTrace(fixture(`wa/${name}`)),
      });
    }
    const missing = await send(text('x'), '/1/messages');
    expect(withoutTrace(missing.body)).toEqual(withoutTrace(fixture('wa/api-error-100-33')));
  });

  it('refuses templates that are pending, rejected, paused or get the wrong header', async () => {
    const components = [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Hi' },
    ];
    await box.call('POST', '/sandbox/accounts/wa', {
      templates: [
        { name: 'slow', status: 'PAUSED', body: 'Hi' },
        { name: 'pictured', components },
      ],
    });
    const codeOf = async (name: string, values: string[] = []) =>
      (await send(template(name, 'en', values))).body.error.code;
    expect(await codeOf('loyalty_invite', ['a'])).toBe(132001);
    expect(await codeOf('prize_winner', ['a'])).toBe(132001);
    expect(withoutTrace((await send(template('slow', 'en', []))).body)).toEqual(
      withoutTrace(fixture('wa/api-error-132015')),
    );
    expect(withoutTrace((await send(template('pictured', 'en', []))).body)).toEqual(
      withoutTrace(fixture('wa/api-error-132012')),
    );
  });

  it('refuses an expired token, a locked account, an unregistered number and a false proof', async () => {
    const answerWith = async (account: Record<string, unknown>) => {
      await box.call('POST', '/sandbox/accounts/wa', account);
      return (await send(text('x'))).body;
    };
    const expired = await answerWith({ token_state: 'expired' });
    expect(expired.error).toMatchObject({ code: 190, error_subcode: 463 });
    expect(shapeOf(expired)).toEqual(shapeOf(fixture('wa/api-error-190')));
    const locked = await answerWith({ token_state: 'valid', locked: true });
    expect(withoutTrace(locked)).toEqual(withoutTrace(fixture('wa/api-error-131031')));
    const unregistered = await answerWith({ locked: false, phone_number_id: NUMBER, registered: false });
    expect(withoutTrace(unregistered)).toEqual(withoutTrace(fixture('wa/api-error-133010')));

    const proof = proveAppSecret('sandbox-wa-token', 'secret');
    expect((await box.graph('GET', `/${NUMBER}?appsecret_proof=${proof}`)).status).toBe(200);
    expect((await box.graph('GET', `/${NUMBER}?appsecret_proof=${proof.replace(/./g, '0')}`)).status).toBe(400);
  });

  it('accepts 4096 characters and refuses one more', async () => {
    expect((await send(text('x'.repeat(4096)))).status).toBe(200);
    expect((await send(text('x'.repeat(4097)))).body.error.code).toBe(100);
  });

  const buttons = (count: number, title = 'Yes') =>
    Array.from({ length: count }, (_, at) => ({ type: 'reply', reply: { id: `b${at}`, title: `${title}${at}` } }));
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `r${at}`, title: `Row ${at}` }));
  const interactive = (content: Record<string, unknown>) => ({
    type: 'interactive',
    interactive: { type: 'button', body: { text: 'Tea?' }, action: { buttons: buttons(2) }, ...content },
  });
  const list = (sections: unknown[]) => interactive({ type: 'list', action: { button: 'Choose', sections } });
  const link = 'https://example.com/a.jpg';

  it('accepts each kind of interactive message, place and contact within its limits', async () => {
    const sends = [
      interactive({ header: { type: 'image', image: { link } }, footer: { text: 'x'.repeat(60) } }),
      list([{ title: 'One', rows: rows(5) }]),
      interactive({ type: 'cta_url', action: { name: 'cta_url', parameters: { display_text: 'Shop', url: link } } }),
      { type: 'location', location: { latitude: 29.3, longitude: 47.9, name: 'Shop' } },
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Ada', first_name: 'Ada' } }] },
      { ...text('hi'), context: { message_id: 'wamid.x' } },
    ];
    for (const fields of sends) expect((await send(fields)).body.error).toBeUndefined();
  });

  it.each<[string, number, Record<string, unknown>]>([
    ['an unknown member of a text', 100, { type: 'text', text: { body: 'x', preview: true } }],
    ['a caption below a voice note', 100, { type: 'audio', audio: { link, caption: 'x' } }],
    ['a file name of a picture', 100, { type: 'image', image: { link, filename: 'a.jpg' } }],
    ['a file with both id and address', 131008, { type: 'image', image: { link, id: '1' } }],
    ['a long caption', 100, { type: 'image', image: { link, caption: 'x'.repeat(1025) } }],
    ['four buttons', 131009, interactive({ action: { buttons: buttons(4) } })],
    ['buttons of one title', 131009, interactive({ action: { buttons: [...buttons(1), ...buttons(1)] } })],
    ['a long title of a button', 100, interactive({ action: { buttons: buttons(1, 'x'.repeat(20)) } })],
    ['a long text above buttons', 100, interactive({ body: { text: 'x'.repeat(1025) } })],
    ['a long footer', 100, interactive({ footer: { text: 'x'.repeat(61) } })],
    ['an unknown member of an interactive message', 100, interactive({ preview_url: true })],
    ['an interactive message of an unknown kind', 131009, interactive({ type: 'buttons' })],
    [
      'a list of eleven rows',
      131009,
      list([
        { title: 'A', rows: rows(6) },
        { title: 'B', rows: rows(5) },
      ]),
    ],
    ['a section without title beside another', 131009, list([{ rows: rows(1) }, { title: 'B', rows: [] }])],
    ['a place beyond the pole', 131009, { type: 'location', location: { latitude: 91, longitude: 0 } }],
    ['a place without longitude', 131008, { type: 'location', location: { latitude: 1 } }],
    ['a contact with its full name alone', 131009, { type: 'contacts', contacts: [{ name: { formatted_name: 'A' } }] }],
    ['a reaction without its message', 131008, { type: 'reaction', reaction: { emoji: '👍' } }],
    ['a quote that names nothing', 100, { ...text('x'), context: {} }],
    ['an unknown member of a quote', 100, { ...text('x'), context: { message_id: 'wamid.x', from: '1' } }],
    [
      'an unknown member of a template',
      100,
      { type: 'template', template: { name: 'order_update', language: { code: 'en' }, parameters: [] } },
    ],
  ])('refuses %s', async (_what, code, fields) => {
    expect((await send(fields)).body.error?.code).toBe(code);
  });

  it('accepts a text outside the 24-hour window and reports the failure later', async () => {
    const { body } = await send({ ...text('too late'), biz_opaque_callback_data: '7' });
    const hook = await until(() => box.hooks[0]);
    const expected = fixture('wa/webhook-doc-status-failed-131047');
    expected.entry[0].changes[0].value.statuses[0].biz_opaque_callback_data = '7';
    expect(shapeOf(hook.body)).toEqual(shapeOf(expected));
    const value = hook.body as typeof expected;
    expect(value.entry[0].changes[0].value.statuses[0]).toMatchObject({ id: body.messages[0].id, status: 'failed' });
    expect(value.entry[0].changes[0].value.statuses[0].errors[0].code).toBe(131047);
  });

  it('returns the id under which the network knows a number', async () => {
    await box.call('PUT', '/sandbox/customers/wa/5511987654321', { wa_id: '551187654321' });
    const { body } = await send({ ...text('oi'), to: '5511987654321' });
    expect(body.contacts).toEqual([{ input: '5511987654321', wa_id: '551187654321' }]);
  });
});

describe('reading through the emulated Cloud API', () => {
  it('describes the number in the documented shape', async () => {
    const { body } = await box.graph('GET', `/${NUMBER}`);
    expect(shapeOf(body)).toEqual(shapeOf(fixture('wa/api-phone-number-200-default-response')));
  });

  it('returns the configured quality of the number', async () => {
    const path = `/${NUMBER}?fields=quality_rating,messaging_limit_tier`;
    const body = async () => (await box.graph('GET', path)).body;
    expect(await body()).toEqual({ id: NUMBER, quality_rating: 'GREEN', messaging_limit_tier: 'TIER_1K' });
    const set = { quality_rating: 'RED', messaging_limit_tier: 'TIER_250' };
    await box.call('POST', '/sandbox/accounts/wa', { phone_number_id: NUMBER, ...set });
    expect(await body()).toEqual({ id: NUMBER, ...set });
  });

  it('pages through every template once, in order, until next is absent', async () => {
    const names: string[] = [];
    let path: string | null = `/v23.0/${WABA}/message_templates?limit=2`;
    while (path) {
      const { body } = await box.call('GET', path, undefined, { authorization: 'Bearer sandbox-wa-token' });
      expect(body.paging.cursors).toEqual({ before: expect.any(String), after: expect.any(String) });
      for (const { name } of body.data) names.push(name);
      path = body.paging.next ? body.paging.next.slice(box.sandbox.url.length) : null;
    }
    expect(names).toEqual(['order_update', 'spring_offer', 'hello_world', 'loyalty_invite', 'prize_winner']);
  });

  it('sends no webhooks while the app is unsubscribed', async () => {
    expect((await box.graph('DELETE', `/${WABA}/subscribed_apps`)).body).toEqual({ success: true });
    expect((await box.graph('GET', `/${WABA}/subscribed_apps`)).body).toEqual(
      fixture('wa/api-subscribed-apps-200-no-subscriptions'),
    );
    const silent = await box.call('POST', '/sandbox/customers/wa/16505551234/messages', { text: 'hello' });
    expect(silent.body.callbacks).toEqual([null]);
    expect((await box.graph('POST', `/${WABA}/subscribed_apps`)).body).toEqual(
      fixture('wa/api-subscribe-200-basic-subscription-success'),
    );
    const listed = await box.graph('GET', `/${WABA}/subscribed_apps`);
    expect(shapeOf(listed.body)).toEqual(shapeOf(fixture('wa/api-subscribed-apps-200-multiple-subscriptions')));
  });

  it('serves media only with the bearer token', async () => {
    const { body: stored } = await box.call('POST', '/sandbox/media', { base64: 'aGVsbG8=', mime_type: 'image/jpeg' });
    const { body } = await box.graph('GET', `/${stored.id}?phone_number_id=${NUMBER}`);
    expect(shapeOf(body)).toEqual(shapeOf(fixture('wa/api-media-200-retrieve-media-url')));
    const path = body.url.slice(box.sandbox.url.length);
    expect((await box.call('GET', path)).status).toBe(404);
    const file = await box.call('GET', path, undefined, { authorization: 'Bearer sandbox-wa-token' });
    expect({ status: file.status, text: file.text }).toEqual({ status: 200, text: 'hello' });
  });

  it('keeps read marks separate from sends', async () => {
    const mark = {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: 'wamid.x',
      typing_indicator: { type: 'text' },
    };
    expect((await box.graph('POST', `/${NUMBER}/messages`, mark)).body).toEqual({ success: true });
    const { body } = await box.call('GET', '/sandbox/state');
    expect(body.read_marks[0].message_id).toBe('wamid.x');
    expect(body.totals.sent).toBe(0);
  });
});
