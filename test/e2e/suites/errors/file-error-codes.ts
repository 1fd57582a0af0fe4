import type { ERROR_CATALOGUE } from '@parley/common/errors/error-catalogue';
import { test } from 'vitest';
import { type Answer, callJson } from '../../../support/requests/call-json.ts';
import { makeTenant, uniqueDigits } from '../../../support/tenants/client.ts';
import { webhookOf } from '../../../support/webhooks/expectations.ts';
import type { GetSystem } from '../get-system.ts';

/** The error codes of files and uploads; `produces` records each one that an answer has. */
export function fileErrorCodes(
  getSystem: GetSystem,
  produces: (answer: Answer, code: keyof typeof ERROR_CATALOGUE) => void,
): void {
  test('of uploads', async () => {
    const { admin } = await makeTenant(getSystem());
    const nobodys = `/uploads/upl_${'0'.repeat(26)}/pieces`;
    produces(await admin('POST', nobodys, { offset: 0, data: 'QQ==' }), 'unknown_upload');
    // No bytes are sent: the declared sizes fill the tenant's quota.
    const file = { filename: 'film.mp4', size: 25 * 1024 * 1024 };
    for (let begun = 0; begun < 4; begun++) await admin('POST', '/uploads', file);
    produces(await admin('POST', '/uploads', file), 'upload_limit_reached');
  });

  test('of files: the provider no longer has it', async () => {
    const system = getSystem();
    const tenant = await makeTenant(system);
    const stored = await system.sandbox.storeMedia({ base64: 'Z29uZQ==', mime_type: 'image/png' });
    await tenant.customerWrites(uniqueDigits('16'), { type: 'image', media: { id: stored } });
    const received = await webhookOf(tenant, 'message.received');
    const { url } = received.body.data.attachments[0];
    await system.sandbox.failNext({
      provider: 'wa',
      mode: 'status',
      status: 404,
      body: { error: { message: 'gone', code: 100, error_subcode: 33 } },
      times: 5,
      match: { method: 'GET', path: stored },
    });
    produces(await callJson('GET', url), 'media_gone');
  });

  test('of files: a file that is not a picture has no thumbnail', async () => {
    const tenant = await makeTenant(getSystem());
    const media = { base64: Buffer.from('no picture').toString('base64'), mime_type: 'image/png' };
    await tenant.customerWrites(uniqueDigits('16'), { type: 'image', media });
    const received = await webhookOf(tenant, 'message.received');
    produces(await callJson('GET', `${received.body.data.attachments[0].url}&size=thumbnail`), 'no_thumbnail');
  });
}
