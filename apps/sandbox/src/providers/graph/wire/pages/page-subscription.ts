import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { MetaToken, Page } from '../../state/page.ts';
import { badParameter, objectMissing } from '../graph-error.ts';
import { isTokenOf, refuseScope, textOf } from './authorize-page-call.ts';

/** GET, POST and DELETE /{page-id}/subscribed_apps; a POST replaces the list of fields. */
export function pageSubscription(
  page: Page,
  appId: string,
  verb: 'get' | 'post' | 'delete',
  token: MetaToken,
  parameters: Record<string, unknown>,
): ProviderAnswer {
  if (!isTokenOf(token, page)) return objectMissing(page.id, verb);
  const forbidden = refuseScope(token, 'pages_manage_metadata');
  if (forbidden) return forbidden;
  if (verb === 'get') {
    const app = { category: 'Business', link: 'https://example.com/', name: 'Parley', id: appId };
    const data = page.subscribedFields === null ? [] : [{ ...app, subscribed_fields: page.subscribedFields }];
    return { status: 200, body: { data } };
  }
  if (verb === 'delete') {
    page.subscribedFields = null;
    return { status: 200, body: { success: true } };
  }
  const given = parameters.subscribed_fields;
  const fields = Array.isArray(given) ? given.map(String) : (textOf(parameters, 'subscribed_fields')?.split(',') ?? []);
  const wanted = fields.map((field) => field.trim()).filter(Boolean);
  if (wanted.length === 0) return badParameter('The parameter subscribed_fields is required.');
  const unknown = wanted.find((field) => !PAGE_FIELDS.has(field));
  if (unknown !== undefined) {
    return badParameter(
      `Param subscribed_fields[0] must be one of {${[...PAGE_FIELDS].join(', ')}} - got "${unknown}".`,
    );
  }
  page.subscribedFields = [...new Set(wanted)];
  return { status: 200, body: { success: true } };
}

/** The webhook fields that a page offers. */
export const PAGE_FIELDS: ReadonlySet<string> = new Set([
  'feed',
  'mention',
  'name',
  'picture',
  'category',
  'description',
  'conversations',
  'messages',
  'messaging_postbacks',
  'messaging_optins',
  'messaging_optouts',
  'messaging_referrals',
  'messaging_account_linking',
  'messaging_policy_enforcement',
  'messaging_handovers',
  'messaging_feedback',
  'messaging_customer_information',
  'message_deliveries',
  'message_echoes',
  'message_edits',
  'message_reads',
  'message_reactions',
  'message_context',
  'message_mention',
  'inbox_labels',
  'standby',
  'leadgen',
  'ratings',
]);
