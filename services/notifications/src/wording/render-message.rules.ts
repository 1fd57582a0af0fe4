import { type Language, localeOf } from '@parley/common/languages/languages';
import type { FactData } from '@parley/common/workspace/notification-kinds';
import { DIGEST, type Item } from '../planning/plan-notifications.rules.ts';
import type { AccountMail } from './texts/catalogue.rules.ts';
import { TEXTS } from './texts.rules.ts';

/** A labelled URL in a message. */
export interface MessageLink {
  label: string;
  url: string;
}

/** The parts of a message, for all of its forms. */
export interface Message {
  language: Language;
  heading: string;
  greeting: string;
  about: string;
  lines: string[];
  /** The call to action; null where there is none. */
  action: MessageLink | null;
  notice: string | null;
  footer: MessageLink[];
}

/** Inputs for the text about facts. */
export interface FactsGiven {
  language: Language;
  timeZone: string;
  /** The recipient's name. */
  name: string;
  /** Null: the message is about the deployment. */
  tenantName: string | null;
  kind: string;
  items: readonly Item[];
  facts: number;
  /** Names of customers by conversation. */
  customers: ReadonlyMap<number, string>;
  /** URL that turns a kind off; null: everything. */
  turnOffUrl(kind: string | null): string;
}

const CHANNEL_NAMES: Readonly<Record<string, string>> = {
  wa: 'WhatsApp',
  wd: 'WhatsApp',
  tg: 'Telegram',
  fb: 'Messenger',
  ig: 'Instagram',
  tt: 'TikTok',
};
const SMS_MAX = 300;
// Invisible characters, and those that change the direction of text: a name must not affect its surroundings.
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;
const VALUE_MAX = 200;

/** A value for a line of text or a header: one line of limited length. */
export function plainValue(value: unknown): string {
  const characters = [...String(value).replaceAll(UNSEEN, ' ').trim()];
  return characters.length <= VALUE_MAX ? characters.join('') : `${characters.slice(0, VALUE_MAX).join('')}…`;
}

const NAME_MAX = 40;
const QUOTES = /[“”„«»]/gu;
// Mail programs and phones turn addresses in plain text into links.
const ADDRESS_MARKS = /(?<=[\p{L}\p{N}])[.:/@。．｡]+(?=[\p{L}\p{N}])/gu;

/**
 * A name that a tenant or its customers chose, for a mail of the deployment: shortened, without an address that would
 * become a link, and without the quotes that mark it (docs/reference/notifications.md#names).
 */
export function chosenName(value: unknown): string {
  const name = plainValue(value).replaceAll(QUOTES, '"').replaceAll(ADDRESS_MARKS, '$& ');
  const characters = [...name];
  return characters.length <= NAME_MAX ? name : `${characters.slice(0, NAME_MAX).join('').trimEnd()}…`;
}

/** Members of facts that are chosen names. */
const NAMES = new Set(['account', 'label', 'bot', 'by']);

const isKind = (kind: string): kind is keyof FactData => Object.hasOwn(TEXTS.en.kinds, kind);

const showTime = (at: string, { language, timeZone }: Pick<FactsGiven, 'language' | 'timeZone'>): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at));

/** Facts are stored as JSON: every member is converted to plain text before it becomes part of a line. */
function plainData(data: unknown): Record<string, string> {
  if (typeof data !== 'object' || data === null) return {};
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, NAMES.has(name) ? chosenName(value) : plainValue(value)]),
  );
}

function lineOf({ kind, data, at }: Item, given: FactsGiven): string {
  if (!isKind(kind)) return plainValue(kind);
  const texts = TEXTS[given.language];
  const plain = plainData(data);
  const words = {
    who: chosenName(given.customers.get(Number(plain.conversation_id)) ?? texts.someone),
    channel: CHANNEL_NAMES[plain.channel ?? ''] ?? plain.channel ?? '',
    at: showTime(plain.waiting_since ?? plain.ends_at ?? at, given),
  };
  // safe: a kind's facts are stored with its data; a missing member reads as empty
  const line = texts.kinds[kind].line as (data: Record<string, string>, given: typeof words) => string;
  return line(plain, words);
}

/** A message about facts of one kind, or a digest of several. */
export function describeFacts(given: FactsGiven): Message {
  const texts = TEXTS[given.language];
  const { kind, items, facts } = given;
  const lines = items.map((item) => lineOf(item, given));
  if (facts > items.length) lines.push(texts.more(facts - items.length));
  const reported = kind === DIGEST ? [...new Set(items.map((item) => item.kind))] : [kind];
  return {
    language: given.language,
    heading: isKind(kind) ? texts.kinds[kind].heading(facts) : texts.digest(facts),
    greeting: texts.greeting(chosenName(given.name)),
    about: given.tenantName === null ? texts.deployment : texts.tenant(chosenName(given.tenantName)),
    lines,
    action: null,
    notice: null,
    footer: [
      ...reported.filter(isKind).map((one) => ({ label: texts.turnOff[one], url: given.turnOffUrl(one) })),
      { label: texts.turnAllOff, url: given.turnOffUrl(null) },
    ],
  };
}

/**
 * The message that asks for the confirmation of an address. Its reader does not know the tenant yet, so the name that
 * the tenant gave them is left out.
 */
export function describeConfirmation(given: {
  language: Language;
  tenantName: string | null;
  confirmUrl: string;
  turnOffUrl: string;
}): Message {
  const { confirm, hello, turnAllOff } = TEXTS[given.language];
  return {
    language: given.language,
    heading: confirm.subject,
    greeting: hello,
    about: given.tenantName === null ? confirm.deployment : confirm.text(chosenName(given.tenantName)),
    lines: [],
    action: { label: confirm.button, url: given.confirmUrl },
    notice: confirm.ignore,
    footer: [{ label: turnAllOff, url: given.turnOffUrl }],
  };
}

/** The text of a mail with a one-time link. */
export function describeAccountMail({ kind, to, language, workspace, url }: AccountMail): Message {
  const { heading, about, button, notice } = TEXTS[language].account[kind];
  return {
    language,
    heading,
    greeting: TEXTS[language].greeting(plainValue(to)),
    about: about(chosenName(workspace ?? 'Parley')),
    lines: [],
    action: { label: button, url },
    notice,
    footer: [],
  };
}

/** The plain text of a message. */
export function renderText({ greeting, about, lines, action, notice, footer }: Message): string {
  const link = ({ label, url }: MessageLink): string => `${label}:\n${url}`;
  const parts = [
    greeting,
    about,
    lines.map((line) => `- ${line}`).join('\n'),
    action ? link(action) : '',
    notice ?? '',
    footer.map(link).join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The SMS of a message: one line, without addresses. */
export function renderSms({ heading, about, lines }: Message): string {
  const characters = [...[heading, about, ...lines].join(' – ')];
  return characters.length <= SMS_MAX ? characters.join('') : `${characters.slice(0, SMS_MAX - 1).join('')}…`;
}
