import { parseInstagramWebhook } from '@parley/providers/graph/instagram-webhook';
import { parsePageWebhook } from '@parley/providers/graph/page-webhook';
import { parseWaWebhook } from '@parley/providers/graph/wa-webhook';
import { isObject } from '@parley/providers/http/json-walk';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { parseTelegramUpdate } from '@parley/providers/telegram/telegram-update';
import { parseTiktokWebhook } from '@parley/providers/tiktok/tiktok-webhook';
import { describe, expect, test } from 'vitest';
import { fixture, fixtureNames } from './fixture.ts';

const parsers = {
  wa: (body: unknown) => parseWaWebhook(body),
  tg: (body: unknown) => parseTelegramUpdate(body, '7000001'),
  fb: (body: unknown) => parsePageWebhook(body),
  ig: (body: unknown) => parseInstagramWebhook(body),
  tt: (body: unknown) => parseTiktokWebhook(JSON.stringify(body)),
};
type Channel = keyof typeof parsers;

/** The paths of the content of a channel's webhook: one element each. */
const ELEMENTS: Readonly<Record<Channel, RegExp>> = {
  wa: /\.(messages|message_echoes)\[\]$/,
  tg: /^\.((edited_)?(message|channel_post|business_message)|callback_query|message_reaction|poll_answer)$/,
  fb: /\.(messaging|standby)\[\]$|\.changes\[\]\.value$/,
  ig: /\.messaging\[\]$|\.changes\[\]\.value$|^\.entry\[\]\.value$/,
  tt: /^\.content$/,
};

/**
 * Members without content, by their path inside the element: names of its form, times, the sides and their roles, sizes
 * and checksums of files, the provider's own names of where the person came from, and the definition of a sent template,
 * whose text is reported with its parameters.
 */
const NO_CONTENT: Readonly<Record<Channel, RegExp>> = {
  wa: /^\.(from|to|id|timestamp|type|origin|(from|to)_\w+)$|^\.message\.messaging_product$|^\.template\.|^\.context\.(from|referred_product\.\w+)$|^\.referral\.|\.sha256$|^\.interactive\.type$|^\.edit\.message\.\w+\.(id|url|mime_type)$/,
  tg: /^\.(from|chat|sender_chat|user|actor_chat|voter_chat|message)\.|^\.option_persistent_ids\[\]$|^\.chat_instance$|_reaction\[\]\.type$|^\.(date|edit_date|message_thread_id)$|^\.forward_origin\.|^\.reply_to_message\.|^\.quote\.position$|\.(file_unique_id|width|height|length|duration|thumbnail|file_size)$|^\.(caption_)?entities\[\]\.|^\.sticker\.type$|^\.photo\[\]\.file_id$|^\.document\.file_id$|^\.media_group_id$/,
  fb: /^\.(timestamp|created_time|verb|item|published)$|^\.(sender|recipient)\.id$|^\.message\.(app_id|seq|metadata|sticker_id|attachments\[\]\.(type|payload\.sticker_id))$|^\.post\.|^\.prior_message\.|^\.postback\.seq$|\.referral\.(source|type|ads_context_data\.(video_url|post_id))$|^\.reaction\.(reaction|action)$|^\.message_edit\.num_edit$/,
  ig: /^\.(timestamp|created_time|verb)$|^\.(sender|recipient|from)\.(id|username|self_ig_scoped_id)$|^\.media\.|^\.message\.(referral\.(source|type)|attachments\[\]\.type)$|^\.(reaction|reaction\.(reaction|action))$|^\.action$|^\.num_edit$|^\.message_edit\.num_edit$/,
  tt: /^\.(timestamp|from|to|type|comment_action|comment_type|message_id|comment_id|video_id|parent_comment_id)$|^\.(from_user|to_user)\.(role|id)$|^\.message_tag\.|^\.reaction\[\]\.(operation|type|timestamp)$|^\.(user_openid|unique_identifier)$|^\.reply_source_payload\.reply_source_msg_id$|^\.scene_type$|^\.read\./,
};

/** The parsed element in place of the text in which TikTok wraps it. */
const opened = (value: unknown, path: string): unknown =>
  path === '.content' && typeof value === 'string' ? JSON.parse(value) : value;

/** The elements at these paths, outermost first. */
function* elementsIn(given: unknown, at: RegExp, path = ''): Generator<unknown> {
  const value = opened(given, path);
  if (Array.isArray(value)) for (const entry of value) yield* elementsIn(entry, at, `${path}[]`);
  else if (isObject(value)) {
    if (at.test(path)) yield value;
    else for (const [name, entry] of Object.entries(value)) yield* elementsIn(entry, at, `${path}.${name}`);
  }
}

/** Every text and number of an element, with its path. */
function* leavesOf(value: unknown, path = ''): Generator<[path: string, value: string]> {
  if (Array.isArray(value)) for (const entry of value) yield* leavesOf(entry, `${path}[]`);
  else if (isObject(value))
    for (const [name, entry] of Object.entries(value)) yield* leavesOf(entry, `${path}.${name}`);
  else if (typeof value === 'number' || (typeof value === 'string' && value !== '')) yield [path, String(value)];
}

/** Kinds of items in which a person said, changed or reacted to something. */
const SAID = new Set(['message', 'echo', 'edited', 'comment', 'reaction']);

/** The item as JSON, without the provider's own element. */
const reportedOf = (item: InboundItem): string => {
  const { raw: _raw, ...reported } = { raw: null, ...item };
  return JSON.stringify(reported);
};

describe.each(['wa', 'tg', 'fb', 'ig', 'tt'] as const)('a person’s content on %s', (channel) => {
  test.each(fixtureNames(channel, 'webhook-'))('is reported whole: %s', (name) => {
    const body = fixture(channel, name);
    const items = parsers[channel](body).filter(({ kind }) => SAID.has(kind));
    if (items.length === 0) return;
    const reported = items.map(reportedOf).join(' ');
    const elements = [...elementsIn(body, ELEMENTS[channel])];
    expect(elements).not.toEqual([]);
    const lost = elements
      .flatMap((element) => [...leavesOf(element)])
      .filter(([path]) => !NO_CONTENT[channel].test(path))
      .filter(([, value]) => !reported.includes(JSON.stringify(value).slice(1, -1)));
    expect(lost).toEqual([]);
  });
});
