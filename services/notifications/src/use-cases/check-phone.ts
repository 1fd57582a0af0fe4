import { invalidField } from '@parley/common/errors';
import { isCountryAllowed } from '../domain/sms-country.ts';

/** Whether an SMS may go to this phone of a tenant, or of the deployment (null). Errors: invalid_phone. */
export type CheckPhone = (tenantId: number | null, phone: string | null | undefined) => Promise<void>;

/**
 * The deployment's account only sends to its countries (docs/reference/notifications.md#sms); a tenant's own account
 * has no such list.
 */
export const makeCheckPhone =
  (
    countries: readonly string[] | undefined,
    hasOwnAccount: (tenantId: number | null, way: 'sms') => Promise<boolean>,
  ): CheckPhone =>
  async (tenantId, phone) => {
    if (phone === undefined || phone === null || isCountryAllowed(phone, countries)) return;
    if (await hasOwnAccount(tenantId, 'sms')) return;
    throw invalidField('phone', `phone must be a number of one of these countries: ${countries?.join(', ')}.`);
  };
