import { describe, expect, test } from 'vitest';
import { uniqueDigits } from '../../../test/support/tenants/client.ts';
import type { Fixture } from '../support/open-fixture.ts';

/** More than one piece of the gateway. */
const PDF = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(1_500_000, 'x')]);

/** Bytes that are uploaded as they are (docs/reference/uploads.md#with-an-api-key). */
export function uploadSuite(getFixture: () => Fixture): void {
  describe('a file', () => {
    test('is uploaded as it is, and sent', async () => {
      const { tenant, driver, useTenant } = getFixture();
      await useTenant(tenant);
      const uploaded = await driver.get('upload', { body: PDF.toString('base64'), name: 'فاتورة 1.pdf' });
      expect(uploaded).toMatchObject({ name: 'فاتورة 1.pdf', mime_type: 'application/pdf', size: PDF.byteLength });
      const person = uniqueDigits('16');
      await tenant.customerWrites(person, { text: 'The bill, please.' });
      const message = { channel: 'wa', to: person, upload_id: uploaded.upload_id };
      expect(await driver.get('call', { method: 'messages.send', input: message })).toMatchObject({ ok: true });
    });
  });
}
