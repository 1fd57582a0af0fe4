import { publicUrlOf } from '@parley/runtime/environment';
import { type Found, failure, ok, warning } from './finding.ts';
import type { Patient } from './patient.ts';
import { readSubscriptions, type Subscription } from './read-subscriptions.ts';

const GUIDE = 'See docs/connect-whatsapp.md#set-up-the-app.';
/** Fields of the business account without which a number is silent, or its loss goes unnoticed. */
const FIELDS = ['messages', 'account_update'];
/** The app shares its chats and contacts once: a field that is missing then loses them. */
const APP_FIELDS = ['history', 'smb_app_state_sync', 'smb_message_echoes'];

function checkSubscriptions(
  subscriptions: readonly Subscription[],
  callbackUrl: string,
  fields: readonly string[],
): Found[] {
  const found = subscriptions.find(({ object }) => object === 'whatsapp_business_account');
  if (!found?.active)
    return [failure('The app has no webhook for the WhatsApp Business account.', `Set it to ${callbackUrl}. ${GUIDE}`)];
  const missing = fields.filter((field) => !found.fields.includes(field));
  return [
    ...(missing.length === 0
      ? []
      : [failure(`The app’s webhook lacks ${missing.join(', ')}.`, `Subscribe it to each. ${GUIDE}`)]),
    ...(found.callback_url === callbackUrl
      ? []
      : [
          warning(
            `The app’s webhook is ${found.callback_url}, not ${callbackUrl}.`,
            'Change it, unless a proxy is there.',
          ),
        ]),
  ];
}

/** The settings with which connect links connect WhatsApp numbers, and the app's webhook as Meta has it. */
export async function checkSignup({ environment, sandbox }: Patient): Promise<Found[]> {
  const {
    PARLEY_META_SIGNUP_CONFIG_ID: configId,
    PARLEY_META_COEXISTENCE_CONFIG_ID: appConfigId,
    PARLEY_META_APP_ID: id,
    PARLEY_META_APP_SECRET: secret,
  } = environment;
  if (!configId && appConfigId)
    return [
      failure(
        'PARLEY_META_COEXISTENCE_CONFIG_ID is set, and PARLEY_META_SIGNUP_CONFIG_ID is not.',
        `Set both: without the second, links connect no number. ${GUIDE}`,
      ),
    ];
  if (!configId) return [ok('WhatsApp numbers are connected by the operator alone.')];
  if (!id || !secret)
    return [
      failure(
        'PARLEY_META_SIGNUP_CONFIG_ID is set, and the app is not.',
        'Set PARLEY_META_APP_ID and PARLEY_META_APP_SECRET.',
      ),
    ];
  const origin = publicUrlOf(environment);
  const found: Found[] = [];
  const fields = appConfigId ? [...FIELDS, ...APP_FIELDS] : FIELDS;
  if (!sandbox && !origin.startsWith('https:'))
    found.push(failure(`Meta’s script does not run at ${origin}.`, 'Set PARLEY_PUBLIC_URL to an https address.'));
  const read = await readSubscriptions(environment, { id, secret }, GUIDE);
  found.push(...(Array.isArray(read) ? checkSubscriptions(read, `${origin}/hooks/meta`, fields) : [read]));
  return found.length > 0 ? found : [ok('Connect links can connect WhatsApp numbers.')];
}
