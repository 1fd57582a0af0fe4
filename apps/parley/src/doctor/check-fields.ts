import { PAGE_FIELDS } from '@parley/providers/graph/messenger-client';
import { INSTAGRAM_FIELDS, INSTAGRAM_OTHER_NAMES } from '@parley/providers/instagram/instagram-client';
import { type Found, failure, ok, skipped, warning } from './finding.ts';
import type { Patient } from './patient.ts';
import { readSubscriptions, type Subscription } from './read-subscriptions.ts';

const GUIDE = 'See docs/operations/doctor.md#webhook-fields.';

/** The fields of an object of a webhook, as the app's settings name both. */
interface WatchedObject {
  object: string;
  title: string;
  fields: readonly string[];
}

const WATCHED: readonly WatchedObject[] = [
  {
    object: 'whatsapp_business_account',
    title: 'WhatsApp Business Account',
    fields: [
      'messages',
      'account_update',
      'calls',
      'user_preferences',
      'message_template_status_update',
      'message_template_quality_update',
      'template_category_update',
      'phone_number_quality_update',
      'history',
      'smb_app_state_sync',
      'smb_message_echoes',
      'standby',
      'messaging_handovers',
    ],
  },
  { object: 'page', title: 'Page', fields: PAGE_FIELDS },
  { object: 'instagram', title: 'Instagram', fields: INSTAGRAM_FIELDS },
];

const HANDOVERS = 'hand-overs between apps are not reported, and bots may answer in a thread of another app';
const STANDBY = 'messages of threads that another app has are missing in the inbox';

/** The loss without a field. */
const LOSSES: Readonly<Record<string, string>> = {
  messages: 'nothing that people write arrives',
  account_update: 'the loss of an account goes unnoticed',
  calls: 'calls of people are not reported',
  user_preferences: 'people who stop marketing messages are not noticed',
  message_template_status_update: 'reviews of templates are not reported',
  message_template_quality_update: 'the quality of templates is not reported',
  template_category_update: 'changed categories of templates are not reported, nor priced',
  phone_number_quality_update: 'the quality of numbers is not reported',
  history: 'the chats of a number’s WhatsApp Business app are lost: Meta sends them once',
  smb_app_state_sync: 'the contacts of a number’s WhatsApp Business app are lost: Meta sends them once',
  smb_message_echoes: 'what is sent with the WhatsApp Business app is missing in the inbox',
  standby: STANDBY,
  messaging_handovers: HANDOVERS,
  messaging_handover: HANDOVERS,
  message_echoes: 'what is sent with the inbox of the page is missing here',
  feed: 'comments do not arrive',
  comments: 'comments do not arrive',
  live_comments: 'comments on live videos do not arrive',
};

const namesOf = (field: string): string[] => [field, INSTAGRAM_OTHER_NAMES.get(field) ?? field];

function checkObject({ object, title, fields }: WatchedObject, given: readonly Subscription[]): Found[] {
  const found = given.find((one) => one.object === object && one.active);
  // An app need not serve every channel.
  if (!found) return [];
  const missing = fields.filter((field) => !namesOf(field).some((name) => found.fields.includes(name)));
  return missing.map((field) => {
    const message = `The app’s webhook of ${title} lacks ${field}: ${LOSSES[field] ?? 'what it reports does not arrive'}.`;
    const advice = `In the app’s settings, Webhooks → ${title}, subscribe to ${field}. ${GUIDE}`;
    return field === 'messages' ? failure(message, advice) : warning(message, advice);
  });
}

/** The webhook fields of the app, and of the Meta app that contains the Instagram product, as Meta has them. */
export async function checkFields({ environment }: Patient): Promise<Found[]> {
  const {
    PARLEY_META_APP_ID: id,
    PARLEY_META_APP_SECRET: secret,
    PARLEY_INSTAGRAM_APP_ID: instagramId,
    PARLEY_INSTAGRAM_META_APP_ID: containerId,
    PARLEY_INSTAGRAM_META_APP_SECRET: containerSecret,
  } = environment;
  const apps = [
    { id, secret },
    { id: containerId, secret: containerSecret },
  ].flatMap(({ id: one, secret: of }) => (one && of ? [{ id: one, secret: of }] : []));
  if (apps.length === 0) return [ok('No Meta app is configured.')];
  const read = await Promise.all(apps.map((app) => readSubscriptions(environment, app, GUIDE)));
  const found = read.flatMap((one) =>
    Array.isArray(one) ? WATCHED.flatMap((watched) => checkObject(watched, one)) : [one],
  );
  const known = read.filter((one) => Array.isArray(one)).flat();
  if (instagramId && !known.some(({ object }) => object === 'instagram'))
    found.push(
      skipped(
        'The fields of the Instagram app are not checked: set PARLEY_INSTAGRAM_META_APP_ID and PARLEY_INSTAGRAM_META_APP_SECRET to those of its Meta app.',
      ),
    );
  if (found.length > 0) return found;
  return known.length === 0 ? [skipped('The app has no webhook yet.')] : [ok('The app’s webhooks have every field.')];
}
