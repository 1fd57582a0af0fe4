import type { System } from '../system/system.ts';
import { uniqueDigits } from '../tenants/client.ts';

/** Posts a message to a wa number as a raw webhook of Meta, for contents that the sandbox cannot compose. */
export async function postWaMessage(
  { sandbox }: Pick<System, 'sandbox'>,
  account: string,
  { from, name = 'Ann', ...message }: { from: string; name?: string } & Record<string, unknown>,
): Promise<void> {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '15550783881', phone_number_id: account },
    contacts: [{ profile: { name }, wa_id: from }],
    messages: [{ from, id: `wamid.${uniqueDigits('')}`, timestamp: String(Math.floor(Date.now() / 1000)), ...message }],
  };
  await sandbox.postWebhook({
    provider: 'wa',
    body: { object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] },
  });
}
