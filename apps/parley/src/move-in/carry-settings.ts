import { getKey, updateKey } from '@parley/common/contracts/operator/keys';
import { EventType } from '@parley/common/events';
import { z } from 'zod';
import type { OperatorClient } from '../command-line/operator-client.ts';
import { ask } from './ask-operator.ts';
import type { CloudNumber, KeptSettings } from './kept-settings.ts';

const Key = z.object({ webhook_url: z.string().nullable(), events: z.array(EventType) });

export interface CarriedWebhook {
  url: string | null;
  state: 'none' | 'set' | 'kept' | 'refused';
  /** The reason why the key was not changed. */
  refused: string | null;
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one));

/**
 * Gives a key the webhook of the devices that belong to it, with the event types of all of them. A key has one webhook: it
 * is not changed when the devices have several, or when the key has another one already. A repeat changes nothing.
 */
export async function carryWebhook(
  { client, slug, instanceId }: { client: OperatorClient; slug: string; instanceId: string },
  settings: readonly KeptSettings[],
): Promise<CarriedWebhook> {
  const webhooks = settings.flatMap(({ webhook }) => webhook ?? []);
  const urls = [...new Set(webhooks.map(({ url }) => url))];
  const [url] = urls;
  if (url === undefined) return { url: null, state: 'none', refused: null };
  const refuse = (refused: string): CarriedWebhook => ({ url, state: 'refused', refused });
  if (urls.length > 1)
    return refuse(`The devices have ${urls.length} webhooks, and a key has one: name the devices of each key.`);
  const named = { slug, instance_id: instanceId };
  const key = await ask(client, getKey, named, Key);
  if (key.webhook_url !== null && key.webhook_url !== url)
    return refuse(`The key already has the webhook ${key.webhook_url}: change it with parley keys update.`);
  const events = [...new Set(webhooks.flatMap(({ types }) => types))];
  if (key.webhook_url === url && sameSet(key.events, events)) return { url, state: 'kept', refused: null };
  try {
    await ask(client, updateKey, { ...named, webhook_url: url, events }, Key);
    return { url, state: 'set', refused: null };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The commands that connect a number of the Cloud API. The token goes from the source to Parley without being shown. */
export const describeCloudNumber = (
  slug: string,
  { phoneNumberId, wabaId, label, tokenQuery }: CloudNumber,
): string[] => [
  'a number of the Cloud API, which is connected with its token:',
  `  psql <database> -Atc ${quoted(tokenQuery)} | parley channels connect-wa ${quoted(slug)} --phone-number-id ${quoted(phoneNumberId)} --waba-id ${quoted(wabaId)} --label ${quoted(label)} --number <number> --access-token -`,
  '  then set the webhook of its app at Meta to Parley, with the app secret in PARLEY_META_APP_SECRET',
];

/** The settings as lines for a person. */
export function describeSettings(slug: string, settings: readonly KeptSettings[], carried: CarriedWebhook): string[] {
  const webhook = {
    none: 'No device has a webhook.',
    set: `The key has the webhook ${carried.url} now.`,
    kept: `The key has the webhook ${carried.url} already.`,
    refused: `The webhook was not set. ${carried.refused}`,
  }[carried.state];
  return [
    webhook,
    ...settings.flatMap(({ name, webhook: own, cloud, byHand }) => {
      const lines = [
        ...(own && own.left.length > 0 ? [`events without a counterpart: ${own.left.join(', ')}`] : []),
        ...byHand,
        ...(cloud ? describeCloudNumber(slug, cloud) : []),
      ];
      return lines.length > 0 ? [`${name}, to do by hand:`, ...lines.map((line) => `  ${line}`)] : [];
    }),
  ];
}
