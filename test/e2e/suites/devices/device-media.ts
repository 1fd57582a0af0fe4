import { once } from 'node:events';
import { connect } from 'node:net';
import type { MediaServing } from '@parley/sandbox/driver/sandbox-driver';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { openLinked, personWritesTo } from '../../../support/channels/linked-devices.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

const BYTES = Buffer.from('a picture of a stranger '.repeat(2000));
const OTHER_KEY = Buffer.alloc(32, 7).toString('base64');

/** Reads two answers over one connection: the length of the first decides where the second begins. */
async function readTwice(url: string): Promise<{ first: string; body: Buffer; second: string }> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  socket.write(
    `GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  await once(socket, 'close');
  const all = Buffer.concat(parts);
  const headEnd = all.indexOf('\r\n\r\n') + 4;
  const first = all.subarray(0, headEnd).toString();
  const length = Number(/^content-length: (\d+)\r$/im.exec(first)?.[1] ?? Number.NaN);
  const body = all.subarray(headEnd, headEnd + length);
  return { first, body, second: all.subarray(headEnd + length).toString() };
}

/** A stranger's message about its file, how the file is served, and the answer at Parley's address for it. */
const HOSTILE: [string, Record<string, unknown>, MediaServing | undefined, number, string | null][] = [
  ['another key', { mediaKey: OTHER_KEY }, undefined, 404, 'media_gone'],
  ['another hash', { fileSha256: OTHER_KEY }, undefined, 404, 'media_gone'],
  ['a bare url', { directPath: '', url: 'http://169.254.169.254/latest' }, undefined, 404, 'media_gone'],
  ['a path that leaves the network', { directPath: '@127.0.0.1:1/x' }, undefined, 404, 'media_gone'],
  ['a url of a megabyte', { url: `https://mmg.whatsapp.net/${'a'.repeat(1_000_000)}` }, undefined, 200, null],
  ['a type of a megabyte', { mimetype: `image/${'a'.repeat(1_000_000)}` }, undefined, 200, null],
  ['half of its bytes', {}, { send: 20_000 }, 404, 'media_gone'],
  ['a reset in the middle', {}, { send: 20_000, end: 'reset' }, 502, 'device_error'],
  ['gzip that is none', {}, { headers: { 'content-encoding': 'gzip' } }, 200, null],
  ['a broken server', {}, { status: 500 }, 502, 'device_error'],
];

/** Files of linked devices from strangers (docs/reference/wd.md#files): a hostile file does no more than arrive. */
export function deviceMediaSuite(getSystem: GetSystem): void {
  describe('linked devices: files of strangers', () => {
    async function openStranger() {
      const { system, tenant, device, ann } = await openLinked(getSystem());
      return {
        async sends(alter: Record<string, unknown>, serve?: MediaServing) {
          const given = { type: 'image' as const, base64: BYTES.toString('base64'), mime_type: 'image/jpeg' };
          const file = await system.sandbox.devices.storeMedia({ ...given, ...(serve ? { serve } : {}) });
          const proto = { imageMessage: { ...file, ...alter } };
          const id = await personWritesTo(system, ann, device.number, { type: 'raw', proto });
          const reported = await webhookOf(tenant, 'message.received', (data) => data.provider_message_id === id);
          return reported.body.data.attachments[0];
        },
        async expectReceived(text: string) {
          await personWritesTo(system, ann, device.number, { type: 'text', text });
          await webhookOf(tenant, 'message.received', (data) => data.text === text);
        },
      };
    }

    test('a forged length is not the Content-Length: the next answer begins where the file ends', async () => {
      const stranger = await openStranger();
      for (const fileLength of [0, 10, -1, '18446744073709551615']) {
        const file = await stranger.sends({ fileLength });
        expect(file).toMatchObject({ type: 'image', mime_type: 'image/jpeg' });
        const { first, body, second } = await readTwice(file.url);
        expect(first).toMatch(/^HTTP\/1\.1 200 /);
        expect(body.equals(BYTES)).toBe(true);
        expect(second).toMatch(/^HTTP\/1\.1 200 /);
        await stranger.expectReceived(`after the length ${fileLength}`);
      }
    });

    test('a file that cannot be fetched or decrypted is reported, its address returns the error, and the device still receives', async () => {
      const stranger = await openStranger();
      for (const [what, alter, serve, status, error] of HOSTILE) {
        const file = await stranger.sends(alter, serve);
        const answer = await request(file.url);
        expect([what, answer.statusCode]).toEqual([what, status]);
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        if (error === null) expect(bytes.equals(BYTES)).toBe(true);
        else expect(JSON.parse(bytes.toString())).toMatchObject({ ok: false, error });
        await stranger.expectReceived(`after ${what}`);
      }
    });
  });
}
