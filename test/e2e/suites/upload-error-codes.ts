import type { ERROR_CATALOGUE } from '@parley/common/error-catalogue';
import { test } from 'vitest';
import type { Answer } from '../../support/call-json.ts';
import { makeTenant } from '../../support/client.ts';
import type { GetSystem } from './get-system.ts';

/** The error codes of uploads; `produces` records each one that an answer has. */
export function uploadErrorCodes(
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
}
