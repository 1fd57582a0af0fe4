import { randomBytes } from 'node:crypto';
import { CHANNELS, type Channel } from '@parley/common/channels';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import type { TestTenant } from '../../../support/tenants/client.ts';

const NUL = 'a\u0000b';
const ESCAPE = '\u001b[31mred';
const HALF = 'half \ud83d';
const message = 'choose';
const button = (given: object) => ({ message, buttons: [{ id: 'tea', title: 'Tea', ...given }] });
const row = (given: object) => ({
  message,
  list: { button: 'Choose', sections: [{ rows: [{ id: 'tea', title: 'Tea', ...given }] }] },
});
const link = (url: string) => ({ message, buttons: [{ title: 'Open', url }] });
const poll = (options: unknown[], question = 'Tea?') => ({ poll: { question, options } });
const place = (latitude: unknown, given: object = {}) => ({ location: { latitude, longitude: 1, ...given } });
const card = (given: object) => ({ contacts: [{ name: 'Ada', phones: ['+96550000002'], ...given }] });

/** Contents that every channel refuses, and the field that the error names. */
const REFUSED: readonly [what: string, field: string, content: Record<string, unknown>][] = [
  ['a button’s id with NUL', 'buttons', button({ id: NUL })],
  ['a button’s id with an escape', 'buttons', button({ id: ESCAPE })],
  ['a button’s title with a lone surrogate', 'buttons', button({ title: HALF })],
  ['a button’s title with a line break', 'buttons', button({ title: 'a\nb' })],
  [
    'a thousand buttons',
    'buttons',
    { message, buttons: Array.from({ length: 1000 }, (_, at) => ({ id: `${at}`, title: `${at}` })) },
  ],
  ['a button that runs a script', 'buttons', link('javascript:alert(1)')],
  ['a button that opens data', 'buttons', link('data:text/html,x')],
  ['a button that opens a file', 'buttons', link('file:///etc/passwd')],
  ['a button that opens a plain http address', 'buttons', link('http://example.com')],
  ['a row’s id with NUL', 'list', row({ id: NUL })],
  ['a row’s title with an escape', 'list', row({ title: ESCAPE })],
  ['a row’s description with NUL', 'list', row({ description: NUL })],
  ['a poll of 10,000 options', 'poll', poll(Array.from({ length: 10_000 }, (_, at) => `${at}`))],
  ['a poll’s option with NUL', 'poll', poll(['yes', NUL])],
  ['a poll’s question of 10 kB', 'poll', poll(['yes', 'no'], 'x'.repeat(10_000))],
  ['a location with the text NaN', 'location', place('NaN')],
  ['a location with null', 'location', place(null)],
  ['a location beyond 90 degrees', 'location', place(90.1)],
  ['a location’s name with NUL', 'location', place(1, { name: NUL })],
  ['a contact’s name with NUL', 'contacts', card({ name: NUL })],
  ['a contact’s name that would start another vCard', 'contacts', card({ name: 'Ada\r\nEND:VCARD' })],
  ['a contact of 100 kB', 'contacts', card({ organization: 'x'.repeat(100_000) })],
  ['10,000 contacts', 'contacts', { contacts: Array.from({ length: 10_000 }, () => ({ name: 'Ada' })) }],
  ['a file name with NUL', 'filename', { message, media_url: 'https://example.com/a.pdf', filename: NUL }],
  ['a quote of a message id that is not a number', 'reply_to', { message, reply_to: 'last' }],
  ['the year 9999', 'send_at', { message, send_at: '9999-12-31T23:59:59Z' }],
  ['a year of six digits', 'send_at', { message, send_at: '+275760-09-13T00:00:00Z' }],
  ['the 30th of February', 'send_at', { message, send_at: '2027-02-30T00:00:00Z' }],
];

interface Chat {
  person: string;
  ownId: string;
  theirId: number;
}

/** Hostile requests on every channel: each is refused with an error that names its field, and costs nothing. */
export function hostileSends(
  getTenant: () => TestTenant,
  chatOf: (channel: Channel) => Chat,
  makeOther: () => Promise<TestTenant>,
): void {
  describe.each([...CHANNELS])('hostile requests on %s', (channel) => {
    const balance = async (): Promise<number> => (await getTenant().get('status')).body.balance;

    test('each invalid content is refused with an error that names its field', async () => {
      const before = await balance();
      const to = chatOf(channel).person;
      const wrong: unknown[] = [];
      for (const [what, field, content] of REFUSED) {
        const { status, body } = await getTenant().post('send', { channel, to, ...content });
        const isNamed = new RegExp(`^(invalid|missing)_${field}(_|$)`).test(body.error) && body.message.includes(field);
        if (status !== 400 || !isNamed || JSON.stringify(body).length > 20_000)
          wrong.push({ what, status, error: body.error, message: String(body.message).slice(0, 200) });
      }
      expect(wrong).toEqual([]);
      expect(await balance()).toBe(before);
    });

    test.each([
      ['NaN, which is not JSON', '{"latitude":NaN,"longitude":1}', 400, 'invalid_json'],
      ['a number too large for a double', '{"latitude":1e999,"longitude":1}', 400, 'invalid_location_latitude'],
    ])('a location with %s is refused', async (_what, location, status, error) => {
      const { base, apiKey } = getTenant();
      const answer = await request(`${base}?action=send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: `{"channel":"${channel}","to":"${chatOf(channel).person}","location":${location}}`,
      });
      expect(answer.statusCode).toBe(status);
      expect(await answer.body.json()).toMatchObject({ ok: false, error });
    });

    test('a contact card of 5 MB is refused as too large', async () => {
      const organization = randomBytes(2_500_000).toString('hex');
      const to = chatOf(channel).person;
      const answer = await getTenant().post('send', { channel, to, ...card({ organization }) });
      expect(answer).toMatchObject({ status: 413, body: { ok: false, error: 'payload_too_large' } });
    });

    test('every act and a quote refuse a message of another account or tenant', async () => {
      const { person, ownId, theirId } = chatOf(channel);
      const elsewhere = chatOf(channel === 'tg' ? 'wa' : 'tg');
      const other = await makeOther();
      const acts = [
        ['react', { emoji: '👍' }],
        ['edit-message', { message: 'mine now' }],
        ['delete-message', {}],
        ['mark-read', {}],
      ] as const;
      for (const [action, fields] of acts) {
        for (const id of [elsewhere.ownId, elsewhere.theirId]) {
          const answer = await getTenant().post(action, { channel, message_id: id, ...fields });
          expect(answer, action).toMatchObject({ body: { ok: false } });
          expect(['unknown_message', 'unsupported_content'], action).toContain(answer.body.error);
        }
        for (const id of [ownId, theirId]) {
          const answer = await other.post(action, { channel, message_id: id, ...fields });
          expect(answer, action).toMatchObject({ body: { ok: false } });
          expect(['unknown_message', 'unsupported_content'], action).toContain(answer.body.error);
        }
      }
      const quoting = await getTenant().post('send', { channel, to: person, message, reply_to: elsewhere.ownId });
      expect(quoting).toMatchObject({ status: 400, body: { ok: false } });
      expect(['invalid_reply_to', 'unsupported_content']).toContain(quoting.body.error);
      expect(quoting.body.message).toContain('reply_to');
    });

    test.each([
      ['NUL', NUL],
      ['10 kB', '👍'.repeat(5000)],
      ['a word', 'like'],
    ])('an emoji that is %s is refused with an error that names the field', async (_what, emoji) => {
      const answer = await getTenant().post('react', { channel, message_id: chatOf(channel).theirId, emoji });
      expect(answer).toMatchObject({ status: 400, body: { ok: false } });
      expect(['invalid_emoji', 'unsupported_content']).toContain(answer.body.error);
    });
  });
}
