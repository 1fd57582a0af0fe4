import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { pollUntil } from '@parley/testing/poll-until';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ChannelFixture, openChannelFixture } from '../../../support/channels/channel-fixture.ts';
import { CONFORMING_CHANNELS } from '../../../support/channels/conforming-channels.ts';
import { openLinked, personWritesTo } from '../../../support/channels/linked-devices.ts';
import { PICTURE } from '../../../support/channels/picture.ts';
import { type Answer, callJson } from '../../../support/requests/call-json.ts';
import { makeTenant, type TestTenant } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** More than two pieces, of a type that every channel of this suite takes as a document. */
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1_200_000)]);

type Uploading = Pick<TestTenant, 'base' | 'apiKey'>;
async function uploadRaw(
  { base, apiKey }: Uploading,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await request(`${base}?action=upload&name=invoice.pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/pdf', ...headers },
    body: bytes,
  });
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.json() };
}

async function uploadForm({ base, apiKey }: Uploading, bytes: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'text/html' }), 'invoice.pdf');
  const answer = await fetch(`${base}?action=upload`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: form,
  });
  return { status: answer.status, headers: {}, body: await answer.json() };
}

const uploadBase64 = ({ base, apiKey }: Uploading, bytes: Buffer): Promise<Answer> =>
  callJson('POST', `${base}upload`, { token: apiKey, body: { data: bytes.toString('base64'), name: 'invoice.pdf' } });

const FORMS = [
  ['as the body itself', uploadRaw],
  ['as a form', uploadForm],
  ['as base64', uploadBase64],
] as const;

function bodyOf<Body>(accepted: { body: unknown } | undefined): Body {
  if (!accepted) throw new Error('Nothing was sent.');
  return accepted.body as Body; // safe: as the platform accepts it
}

async function download(url: string): Promise<Buffer> {
  const { statusCode, body } = await request(url);
  expect(statusCode).toBe(200);
  return Buffer.from(await body.arrayBuffer());
}

/** Files that a key uploads and sends (docs/reference/uploads.md#with-an-api-key). */
export function uploadSuite(getSystem: GetSystem): void {
  describe('a file that a key uploads', () => {
    const fixtures = new Map<string, ChannelFixture>();
    beforeAll(async () => {
      for (const channel of CONFORMING_CHANNELS)
        if (['wa', 'tg'].includes(channel.code))
          fixtures.set(channel.code, await openChannelFixture(getSystem(), channel));
    });

    test.each(FORMS)('%s reaches a person on wa from its signed address', async (_, upload) => {
      const fixture = fixtures.get('wa');
      if (!fixture) throw new Error('There is no fixture.');
      const uploaded = await upload(fixture.tenant, PDF);
      expect(uploaded, JSON.stringify(uploaded.body)).toMatchObject({
        status: 200,
        body: { ok: true, name: 'invoice.pdf', type: 'document', mime_type: 'application/pdf', size: PDF.length },
      });
      const person = CONFORMING_CHANNELS.find(({ code }) => code === 'wa')?.makePerson() ?? '';
      await fixture.receive(person);
      const { upload_id } = uploaded.body;
      const sent = await fixture.tenant.post('send', { channel: 'wa', to: person, upload_id });
      expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200 });
      const [accepted] = await fixture.accepted(person);
      const { document } = bodyOf<{ document: { link: string; filename: string } }>(accepted);
      expect(document.filename).toBe('invoice.pdf');
      expect((await download(document.link)).equals(PDF)).toBe(true);
      const { body } = await webhookOf(
        fixture.tenant,
        'message.sent',
        (data) => data.message_id === sent.body.message_id,
      );
      expect(body.data.attachments).toMatchObject([{ filename: 'invoice.pdf', size: PDF.length }]);
    });

    test('reaches a person on tg', async () => {
      const fixture = fixtures.get('tg');
      if (!fixture) throw new Error('There is no fixture.');
      const person = CONFORMING_CHANNELS.find(({ code }) => code === 'tg')?.makePerson() ?? '';
      await fixture.receive(person);
      const { body } = await uploadRaw(fixture.tenant, PICTURE);
      const sent = await fixture.tenant.post('send', { channel: 'tg', to: person, upload_id: body.upload_id });
      expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200 });
      const [accepted] = await fixture.accepted(person);
      const { photo } = bodyOf<{ photo: string | { size: number } }>(accepted);
      if (typeof photo === 'string') expect((await download(photo)).equals(PICTURE)).toBe(true);
      else expect(photo.size).toBe(PICTURE.length);
    });

    test('reaches a person on wd as the same bytes', async () => {
      const { system, tenant, device, ann } = await openLinked(getSystem());
      await personWritesTo(system, ann, device.number, { type: 'text', text: 'The invoice?' });
      await webhookOf(tenant, 'message.received');
      const { body } = await uploadForm(tenant, PDF);
      const sent = await tenant.post('send', {
        channel: 'wd',
        to: ann,
        message: 'Your invoice',
        upload_id: body.upload_id,
      });
      expect(sent, JSON.stringify(sent.body)).toMatchObject({ status: 200 });
      const taken = await system.sandbox.devices.taken({ device: device.deviceId });
      const arrived = taken.find(({ text }) => text === 'Your invoice');
      expect(arrived).toMatchObject({ type: 'document' });
      expect((await system.sandbox.devices.mediaOf(arrived?.seq ?? 0)).equals(PDF)).toBe(true);
    });

    test('belongs to its key: another key of the tenant, and one of another tenant, cannot send it', async () => {
      const owner = await makeTenant(getSystem());
      const { body: key } = await owner.admin('POST', '/keys', { label: 'other', channels: ['wa'] });
      const stranger = await makeTenant(getSystem());
      const { body } = await uploadRaw(owner, PICTURE);
      const message = { channel: 'wa', to: '+16505551234', upload_id: body.upload_id };
      for (const { base, apiKey } of [{ base: owner.base, apiKey: key.api_key }, stranger]) {
        const sent = await callJson('POST', `${base}send`, { token: apiKey, body: message });
        expect(sent).toMatchObject({
          status: 400,
          body: { error: 'invalid_upload_id', details: [{ field: 'upload_id' }] },
        });
      }
    });

    test('is one file however often its upload is repeated, and one that breaks off is none', async () => {
      const tenant = await makeTenant(getSystem());
      const headers = { 'idempotency-key': 'invoice-7' };
      const first = await uploadRaw(tenant, PDF, headers);
      const again = await uploadRaw(tenant, PDF, headers);
      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect((await uploadRaw(tenant, PICTURE, headers)).body.error).toBe('idempotency_mismatch');

      const { hostname, port, pathname } = new URL(tenant.base);
      for (let at = 0; at < 10; at++) {
        const socket = connect(Number(port), hostname);
        const head = `POST ${pathname}upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tenant.apiKey}\r\ncontent-length: 20000000\r\n\r\n`;
        await new Promise<void>((resolve) => socket.write(Buffer.concat([Buffer.from(head), PDF]), () => resolve()));
        socket.destroy();
      }
      // Ten that stayed would be more than a key may have unfinished.
      await pollUntil(async () => ((await uploadRaw(tenant, PICTURE)).status === 200 ? true : null), {
        what: () => 'an upload that is taken',
      });
    });

    test('that lies about its type is refused', async () => {
      const tenant = await makeTenant(getSystem());
      const html = Buffer.from('<!doctype html><script>alert(1)</script>');
      const answer = await uploadRaw(tenant, html, { 'content-type': 'image/png' });
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_body' } });
    });
  });
}
