import type { NotificationChannel } from '@parley/common/notification-kinds';
import type { TransportDeps } from './transports.ts';

/** Whether a tenant sends over its own mail server or SMS account (docs/reference/notifications.md#own-accounts). */
export const makeHasOwnAccount =
  (findSettings: TransportDeps['findSettings']) =>
  async (tenantId: number | null, way: NotificationChannel): Promise<boolean> => {
    if (tenantId === null) return false;
    const { smtpUrl, smsAccount } = await findSettings(tenantId);
    return (way === 'email' ? smtpUrl : smsAccount) !== null;
  };
