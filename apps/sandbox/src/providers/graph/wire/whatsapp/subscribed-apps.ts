import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { BusinessAccount } from '../../state/business-account.ts';

const Override = z.object({ override_callback_uri: z.string().url(), verify_token: z.string() });

/** GET, POST and DELETE /{waba-id}/subscribed_apps. */
export function subscribedApps(
  account: BusinessAccount,
  verb: 'get' | 'post' | 'delete',
  body: unknown,
): ProviderAnswer {
  if (verb === 'delete') {
    account.subscribed = false;
    account.overrideCallbackUri = null;
    return { status: 200, body: { success: true } };
  }
  if (verb === 'get') return { status: 200, body: { data: account.subscribed ? [subscription(account)] : [] } };
  const override = Override.safeParse(body);
  account.subscribed = true;
  account.overrideCallbackUri = override.success ? override.data.override_callback_uri : null;
  if (!override.success) return { status: 200, body: { success: true } };
  return { status: 200, body: { success: true, data: [subscription(account)] } };
}

function subscription(account: BusinessAccount): Record<string, unknown> {
  const id = '1234567890123456';
  return {
    ...(account.overrideCallbackUri === null ? {} : { override_callback_uri: account.overrideCallbackUri }),
    whatsapp_business_api_data: {
      id,
      name: 'Business Messaging App',
      link: `https://www.facebook.com/games/?app_id=${id}`,
    },
  };
}
