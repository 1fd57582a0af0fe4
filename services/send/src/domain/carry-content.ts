import { buttonsProblemOf, TIKTOK_CARD_MAX } from '@parley/common/buttons-problem';
import { CAPABILITIES, type Capabilities } from '@parley/common/capabilities';
import type { Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import type { Button, RichContent, RichField } from '@parley/common/message-content';
import { describeCapabilities } from './describe-capabilities.ts';
import { toLines } from './fallback-text.ts';
import type { SendInput } from './prepared-send.ts';

/** The content as the channel carries it: in its own form, or as lines of text. */
export interface CarriedContent {
  text: string;
  rich: RichContent | null;
  /** Whether the content became lines of text. */
  isFallback: boolean;
}

type ContentField = RichField | 'mentions' | 'preview' | 'tag' | 'reply_to' | 'media_type' | 'message';

/** `unsupported_content`: names the channel, the field, and what the channel carries. */
export const unsupported = (channel: Channel, field: ContentField, problem: string): AppError =>
  new AppError('unsupported_content', {
    message: `${problem} ${channel} carries ${describeCapabilities(channel)}.`,
    body: { channel, field },
  });

/** Bytes of a reply id that Telegram returns. */
const TG_ID_BYTES = 64;
/** Characters of the id of a list row on wa. */
const WA_ROW_ID = 200;

/** The problem in words; null where there is none. */
function buttonsProblem(channel: Channel, buttons: readonly Button[], can: Capabilities): string | null {
  switch (buttonsProblemOf(can, buttons)) {
    case 'none':
      return `buttons are not possible on ${channel}.`;
    case 'mixed':
      return `buttons of one message on ${channel} are reply buttons or address buttons, not both.`;
    case 'links':
      return `buttons with an address are at most ${can.urlButtons} on ${channel}.`;
    case 'replies':
      return `buttons are at most ${can.replyButtons} on ${channel}.`;
    case null:
      return null;
  }
}

/** Ids that the channel would cut or refuse. */
function idProblem(channel: Channel, ids: readonly string[]): string | null {
  if (channel === 'tg' && ids.some((id) => Buffer.byteLength(id) > TG_ID_BYTES))
    return `ids are at most ${TG_ID_BYTES} bytes of UTF-8 on tg.`;
  if (channel === 'tt' && ids.some((id) => lengthOf(id) > TIKTOK_CARD_MAX))
    return `ids are at most ${TIKTOK_CARD_MAX} characters on tt.`;
  return null;
}

/** The card of TikTok has its text as a title: a longer one is refused here, so that it can become lines of text. */
const titleProblem = (channel: Channel, text: string): string | null =>
  channel === 'tt' && lengthOf(text) > TIKTOK_CARD_MAX
    ? `message is at most ${TIKTOK_CARD_MAX} characters above buttons on tt.`
    : null;

/** Characters as a person counts code points. */
const lengthOf = (text: string): number => [...text].length;

function problemOf(
  channel: Channel,
  text: string,
  { buttons, list, location, contacts, poll, post }: RichContent,
): [RichField, string] | null {
  const can = CAPABILITIES[channel];
  if (buttons) {
    const problem =
      buttonsProblem(channel, buttons, can) ??
      idProblem(
        channel,
        buttons.flatMap(({ id }) => id ?? []),
      ) ??
      titleProblem(channel, text);
    return problem === null ? null : ['buttons', problem];
  }
  if (list) {
    const ids = list.sections.flatMap(({ rows }) => rows.map(({ id }) => id));
    if (!can.list) return ['list', `list is not possible on ${channel}.`];
    if (channel === 'wa' && ids.some((id) => id.length > WA_ROW_ID))
      return ['list', `ids of rows are at most ${WA_ROW_ID} characters on wa.`];
    const problem = idProblem(channel, ids);
    return problem === null ? null : ['list', problem];
  }
  if (location && !can.location) return ['location', `location is not possible on ${channel}.`];
  if (contacts && !can.contacts) return ['contacts', `contacts are not possible on ${channel}.`];
  if (contacts && channel === 'tg' && contacts.some(({ phones = [] }) => phones.length === 0))
    return ['contacts', 'each contact needs a phone on tg.'];
  if (poll && !can.poll) return ['poll', `poll is not possible on ${channel}.`];
  return post && !can.post ? ['post', `post is not possible on ${channel}.`] : null;
}

/** Content that has a form in lines of text; a poll has none that a person could answer, and a post no known address. */
const HAS_LINES: ReadonlySet<RichField> = new Set(['buttons', 'list', 'location', 'contacts']);

function richOf({ buttons, list, location, contacts, poll, post }: SendInput): RichContent | null {
  const rich = {
    ...(buttons && { buttons }),
    ...(list && { list }),
    ...(location && { location }),
    ...(contacts && { contacts }),
    ...(poll && { poll }),
    ...(post && { post }),
  };
  return Object.keys(rich).length === 0 ? null : rich;
}

function requireOptions({ channel, mentions, preview, tag, replyTo, to }: SendInput): void {
  const can = CAPABILITIES[channel];
  if (mentions && !can.mentions) throw unsupported(channel, 'mentions', `mentions are not possible on ${channel}.`);
  if (mentions && !to.endsWith('@g.us'))
    throw unsupported(channel, 'mentions', 'mentions are possible in groups only.');
  if (preview !== undefined && can.preview !== 'chosen' && preview !== (can.preview === 'always'))
    throw unsupported(channel, 'preview', `preview cannot be ${preview} on ${channel}.`);
  if (tag && !can.humanAgent) throw unsupported(channel, 'tag', `tag is not possible on ${channel}.`);
  if (replyTo !== undefined && !can.replyTo)
    throw unsupported(channel, 'reply_to', `reply_to is not possible on ${channel}.`);
}

/** On tt only a message of type TEXT quotes (docs/reference/tt.md#sending). */
function requireQuotingText({ channel, replyTo }: SendInput, text: string, rich: RichContent | null): void {
  if (channel !== 'tt' || replyTo === undefined) return;
  if (text === '') throw unsupported(channel, 'reply_to', 'reply_to needs message on tt: only a text quotes.');
  if (rich?.buttons) throw unsupported(channel, 'reply_to', 'reply_to is not possible with buttons on tt.');
}

/**
 * Checks the content against the channel's capabilities (docs/reference/sends.md#content); with `fallback: "text"` what
 * the channel cannot carry becomes lines of text. Throws `unsupported_content`.
 */
export function carryContent(input: SendInput): CarriedContent {
  const { channel, message = '', template, fallback } = input;
  requireOptions(input);
  const rich = richOf(input);
  const text = template ? '' : message;
  const problem = rich && problemOf(channel, text, rich);
  if (rich === null || !problem) {
    requireQuotingText(input, text, rich);
    return { text, rich, isFallback: false };
  }
  const [field, words] = problem;
  if (fallback !== 'text' || !HAS_LINES.has(field)) throw unsupported(channel, field, words);
  return { text: toLines(text, rich), rich: null, isFallback: true };
}
