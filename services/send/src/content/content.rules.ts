import type { Channel } from '@parley/common/channels';
import { AppError, invalidField } from '@parley/common/errors';
import { buttonsProblemOf, TIKTOK_CARD_MAX } from '@parley/common/messages/buttons-problem';
import {
  ACTION_NEEDS,
  CAPABILITIES,
  type Capabilities,
  type ChannelAction,
  canDo,
} from '@parley/common/messages/capabilities';
import { mapAddressOf } from '@parley/common/messages/map-address';
import type {
  Button,
  ContactCard,
  ListContent,
  LocationContent,
  RichContent,
  RichField,
} from '@parley/common/messages/message-content';
import { MESSAGE_LIMITS, measureMessage } from '@parley/common/messages/message-length';
import { listText } from '@parley/providers/telegram/telegram-rich';
import type { SendInput } from '../sends/send.rules.ts';

/** The content as the channel carries it: in its own form, or as lines of text. */
interface CarriedContent {
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

const numbered = (lines: readonly string[]): string[] => lines.map((line, at) => `${at + 1}. ${line}`);

/** Rows are numbered across sections, so that a number names one row. */
function listLines({ sections }: ListContent): string[] {
  let at = 0;
  return sections.flatMap(({ title, rows }) => [
    ...(title === undefined ? [] : [title]),
    ...rows.map(({ title: row, description }) => {
      at += 1;
      return `${at}. ${row}${description === undefined ? '' : `: ${description}`}`;
    }),
  ]);
}

const locationLines = (location: LocationContent): string[] =>
  [location.name, location.address, mapAddressOf(location)].filter((line) => line !== undefined);

const contactLines = ({ name, organization, phones = [], emails = [] }: ContactCard): string[] => [
  organization === undefined ? name : `${name}, ${organization}`,
  ...phones,
  ...emails,
];

function linesOf({ buttons, list, location, contacts }: RichContent): string[] {
  if (buttons) return numbered(buttons.map(({ title, url }) => (url === undefined ? title : `${title}: ${url}`)));
  if (list) return listLines(list);
  if (location) return locationLines(location);
  return (contacts ?? []).map((card) => contactLines(card).join('\n'));
}

/** The content as lines of text below the message (docs/reference/sends.md#fallback). */
export const toLines = (message: string, content: RichContent): string =>
  [...(message === '' ? [] : [message, '']), ...linesOf(content)].join('\n');

const buttonsOf = ({ replyButtons: replies, urlButtons: links }: Capabilities): string[] => [
  ...(replies > 0 ? [`up to ${replies} reply buttons`] : []),
  ...(links > 0 ? [`up to ${links} address buttons`] : []),
];

const NAMED = ['list', 'location', 'contacts', 'poll', 'post'] as const;

/** Content that the channel carries, in words: "text, files (image), up to 3 reply buttons, list". */
function describeCapabilities(channel: Channel): string {
  const can = CAPABILITIES[channel];
  const parts = ['text', `files (${can.files.join(', ')})`, ...buttonsOf(can), ...NAMED.filter((name) => can[name])];
  return parts.join(', ');
}

const ACTIONS = Object.keys(ACTION_NEEDS) as ChannelAction[]; // safe: the keys of that table

/** Actions of the channel beside sending, in words: "react, mark-read, typing". */
export const describeActions = (channel: Channel): string =>
  ACTIONS.filter((action) => canDo(channel, action)).join(', ') || 'only send and receive';

/** Characters above the buttons of wa, and above address buttons of fb and ig, whose messages are templates of another kind. */
const WA_ABOVE_BUTTONS = 1024;
const META_ABOVE_ADDRESSES = 640;

function limitAboveButtons(channel: Channel, buttons: readonly Button[]): number {
  if (channel === 'wa') return WA_ABOVE_BUTTONS;
  const isMeta = channel === 'fb' || channel === 'ig';
  return isMeta && buttons.some(({ url }) => url !== undefined) ? META_ABOVE_ADDRESSES : Number.POSITIVE_INFINITY;
}

/**
 * Refuses a text that exceeds the channel's limit; it is never cut or split (docs/reference/sends.md#length). Throws
 * `invalid_message`.
 */
export function checkLength(
  channel: Channel,
  given: string,
  { hasFile, rich = null }: { hasFile: boolean; rich?: RichContent | null },
): void {
  // Telegram has no lists: the text also carries what their buttons cannot show.
  const message = channel === 'tg' && rich?.list ? listText(given, rich.list) : given;
  const { length, unit, limit: ofText } = measureMessage(channel, message, { hasFile });
  const limit = rich?.buttons ? Math.min(ofText, limitAboveButtons(channel, rich.buttons)) : ofText;
  if (length <= limit) return;
  const isCaption = hasFile && MESSAGE_LIMITS[channel].caption !== null;
  const what = rich?.buttons ? 'a message with buttons' : isCaption ? 'a caption' : 'a message';
  throw invalidField('message', `message has ${length} ${unit}; ${what} on ${channel} takes at most ${limit}.`);
}
