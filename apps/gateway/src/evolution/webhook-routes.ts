import { setWebhook, webhook } from '@parley/common/contracts/account/webhook';
import type { WireOutputOf } from '@parley/common/define-contract';
import { eventsOfTypes, typesOfEvents } from '@parley/common/evolution/event-names';
import { formOfUrl, urlWithForm, urlWithoutForm } from '@parley/common/evolution/webhook-form';
import { z } from 'zod';
import { actionOf, callAction, type EvolutionRequest } from './call-action.ts';
import { notOffered } from './evolution-errors.ts';
import type { EvolutionRoute } from './evolution-route.ts';
import type { Instance } from './find-instance.ts';
import { readFields } from './read-fields.ts';

const WEBHOOK = actionOf(webhook);
const SET_WEBHOOK = actionOf(setWebhook);

const OK = 200;
const CREATED = 201;
const EVENTS_MAX = 100;

const Flag = z.boolean().nullish();
const Webhook = z.object({
  enabled: z.boolean().default(true),
  url: z.string().max(2000).nullish(),
  headers: z.record(z.string(), z.json()).nullish(),
  byEvents: Flag,
  base64: Flag,
  events: z.array(z.string().max(64)).max(EVENTS_MAX).nullish(),
});

/** The webhook of the key as a row of Evolution API; times that Parley does not have are null. */
function rowOf(
  { key }: EvolutionRequest,
  { id: instanceId }: Instance,
  { url, events, status }: WireOutputOf<typeof webhook>,
): object | null {
  if (url === null) return null;
  return {
    id: key.instanceId,
    url: urlWithoutForm(url),
    headers: null,
    enabled: status === 'active',
    events: eventsOfTypes(events),
    webhookByEvents: formOfUrl(url)?.byEvents ?? false,
    webhookBase64: false,
    createdAt: null,
    updatedAt: null,
    instanceId,
  };
}

/** The routes of the key's webhook, by their path (docs/reference/evolution.md#webhooks). */
export const WEBHOOK_ROUTES: Readonly<Record<string, EvolutionRoute>> = {
  'webhook/set': {
    method: 'POST',
    action: setWebhook.name,
    status: CREATED,
    names: { url: 'instance.webhook.url' },
    async answer(asked, { instance, body }) {
      const { webhook: given } = readFields(z.object({ webhook: Webhook }), body);
      const { enabled, url, headers, byEvents, base64, events } = given;
      if (Object.keys(headers ?? {}).length > 0)
        throw notOffered('Headers of a webhook are not offered: check its signature instead.', setWebhook.name);
      if (base64)
        throw notOffered(
          'Files as base64 in webhooks are not offered: message.mediaUrl has the file.',
          setWebhook.name,
        );
      const isSet = enabled && url !== null && url !== undefined && url !== '';
      const { output } = await callAction(asked, SET_WEBHOOK, {
        url: isSet ? urlWithForm(url, { byEvents: byEvents === true }) : null,
        ...(isSet ? { events: typesOfEvents(events ?? []) } : {}),
        replace: true,
      });
      return rowOf(asked, instance, output) ?? { enabled: false, url: '', events: [], instanceId: instance.id };
    },
  },
  'webhook/find': {
    method: 'GET',
    action: webhook.name,
    status: OK,
    async answer(asked, { instance }) {
      const { output } = await callAction(asked, WEBHOOK, {});
      return rowOf(asked, instance, output);
    },
  },
};
