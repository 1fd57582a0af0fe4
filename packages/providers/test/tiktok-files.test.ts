import { FileRefused } from '@parley/providers/http/open-file';
import { describe, expect, test } from 'vitest';
import { answers, CONVERSATION, OPEN_ID, openTiktokClient, TOKEN } from './open-tiktok-client.ts';
import { html, json, type ProviderStub } from './provider-stub.ts';

const { stub, client } = await openTiktokClient();

describe('files of TikTok', () => {
  const file = { bytes: Uint8Array.from([1, 2, 3]), filename: 'a.png', mimeType: 'image/png' };
  const media = { conversationId: CONVERSATION, messageId: 'm+/=', mediaId: 'v1', mediaType: 'image' as const };
  const open = () => client().openMedia(TOKEN, OPEN_ID, media);
  const withFile = (answer: ProviderStub['answer']): ProviderStub['answer'] => {
    const body = { code: 0, message: 'OK', data: { download_url: `${stub.origin}/files/x?sig=1` } };
    return (request, response) => (request.method === 'POST' ? json(200, body) : answer)(request, response);
  };

  test('an image is uploaded as a form', async () => {
    stub.answer = answers('api-media-upload');
    expect(await client().uploadImage(TOKEN, OPEN_ID, file)).toEqual({ ok: true, value: { mediaId: 'v12044gd0003' } });
    const [seen] = stub.seen;
    expect(seen).toMatchObject({
      path: '/open_api/v1.3/business/message/media/upload/',
      headers: { 'access-token': TOKEN, 'content-type': expect.stringMatching(/^multipart\/form-data; ?boundary=/) },
    });
    const parts = String(seen?.body);
    expect(parts).toMatch(new RegExp(`name="business_id"\r\n\r\n${OPEN_ID}\r\n`));
    expect(parts).toMatch(/name="media_type"\r\n\r\nIMAGE\r\n/);
    expect(parts).toContain('name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\u0001\u0002\u0003\r\n');
  });

  test.each([
    ['the provider’s own error', answers('api-error-40908'), false],
    ['a system error', answers('api-error-50000'), true],
    ['a broken connection', ((_request, response) => response.destroy()) satisfies ProviderStub['answer'], true],
  ])('an upload that ends in %s has sent nothing', async (_what, answer, safeToRetry) => {
    stub.answer = answer;
    expect(await client().uploadImage(TOKEN, OPEN_ID, file)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', safeToRetry },
    });
  });

  test('a received file is opened by its URL, with the token in TikTok’s header', async () => {
    stub.answer = withFile((_request, response) => response.end('bytes'));
    const found = await open();
    const parts: Uint8Array[] = [];
    for await (const part of found?.body ?? []) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe('bytes');
    expect(stub.seen).toMatchObject([
      {
        path: '/open_api/v1.3/business/message/media/download/',
        body: {
          business_id: OPEN_ID,
          conversation_id: CONVERSATION,
          message_id: 'm+/=',
          media_id: 'v1',
          media_type: 'IMAGE',
        },
      },
      { method: 'GET', path: '/files/x?sig=1', headers: { 'x-user': TOKEN } },
    ]);
  });

  test('a file that is gone is null', async () => {
    stub.answer = answers('api-error-40007');
    expect(await open()).toBeNull();
    stub.answer = withFile(html(404));
    expect(await open()).toBeNull();
  });

  test('a file is not treated as gone when TikTok is busy, unavailable or rejects the token', async () => {
    const attempts: [ProviderStub['answer'], number | null][] = [
      [answers('api-error-40102'), 401],
      [answers('api-error-40100'), 429],
      [answers('api-error-40002'), 400],
      [answers('api-error-50000'), null],
      [json(200, { code: 0, message: 'OK', data: { download_url: 'no address' } }), null],
      [withFile(html(502)), 502],
    ];
    for (const [answer, status] of attempts) {
      stub.answer = answer;
      const error: unknown = await open().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error instanceof FileRefused ? error.status : null).toBe(status);
      expect(JSON.stringify([error, String(error)])).not.toContain('secretsecret');
    }
  });
});
