import { ANSWER_MAX_BYTES, countFitting } from '@parley/common/contract/fit-answer';
import type { templates } from '@parley/common/contracts/channels/templates';
import type { OutputOf } from '@parley/common/define-contract';
import { type TemplateText, templateTextOf } from '@parley/common/wa-template/template-text';
import { variablesOf } from '@parley/common/wa-template/template-variables';
import { templateKey } from '@parley/messaging/accounts/template-key';
import type { ChannelAccount } from '../channels/account.rules.ts';
import { openWa } from '../connecting/credentials.rules.ts';
import { digitsOf } from '../connecting/phone-number.rules.ts';

/** The displayed members of a provider's template. */
export interface ProviderTemplate {
  id: string | null;
  name: string;
  language: string;
  status: string;
  category: string;
  components: readonly ({ type: string; text?: string | undefined } & Record<string, unknown>)[];
  quality: string | null;
  rejectedReason: string | null;
  /** The category that Meta says it should have; null or empty: it stays. */
  correctCategory: string | null;
}

/** A category that Meta announced, and when the template gets it. */
export interface UpcomingCategory {
  category: string;
  /** RFC 3339, UTC. */
  at: string;
}

type TemplateEntry = OutputOf<typeof templates>['templates'][number];

/** Meta's word for a template that is not rejected. */
const NO_REASON = 'NONE';

/**
 * A template as listed by `templates` (docs/reference/channels.md#template-list); one without a body has an empty one.
 */
export function toTemplateEntry(template: ProviderTemplate): TemplateEntry {
  const {
    id,
    name,
    language,
    status,
    category,
    components,
    quality,
    rejectedReason: reason,
    correctCategory: correct,
  } = template;
  const body = components.find(({ type }) => type.toUpperCase() === 'BODY')?.text ?? '';
  return {
    name,
    language,
    status,
    category,
    correctCategory: correct === '' || correct === category ? null : correct,
    body,
    variables: variablesOf(body).length,
    id,
    quality,
    rejectedReason: reason === NO_REASON ? null : reason,
    // safe: they come from JSON
    components: [...components] as TemplateEntry['components'],
  };
}

/** Adds the time of an announced category to each template that has one; Meta's list has the category alone. */
export const withAnnounced = (
  listed: readonly TemplateEntry[],
  announced: ReadonlyMap<string, UpcomingCategory>,
): TemplateEntry[] =>
  listed.map((entry) => {
    const known = announced.get(templateKey(entry));
    const isMeant = known !== undefined && known.category === entry.correctCategory;
    return { ...entry, categoryChangesAt: isMeant ? known.at : null };
  });

/** Names of the templates that can be sent now, each once: the list contains a name once per language. */
export const approvedNames = (listed: readonly TemplateEntry[]): string[] => [
  ...new Set(listed.filter(({ status }) => status === 'APPROVED').map(({ name }) => name)),
];

/** The category of a template in a list; a language that is not listed has the strictest of the others. */
export function categoryOf(
  listed: readonly Pick<TemplateEntry, 'name' | 'language' | 'category'>[],
  { name, language }: { name: string; language: string },
): string | null {
  const named = listed.filter((entry) => entry.name === name);
  const found =
    named.find((entry) => entry.language === language) ??
    named.find(({ category }) => category === 'MARKETING') ??
    named[0];
  return found?.category ?? null;
}

/** The category of each template, in whatever state it is; by this a send is priced. */
export const categoriesOf = (listed: readonly TemplateEntry[]): Record<string, string> =>
  Object.fromEntries(
    listed.filter(({ category }) => category !== '').map((entry) => [templateKey(entry), entry.category]),
  );

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** All of an account are read with each template that it sends. */
const TEXTS_MAX_BYTES = 262_144;

/**
 * Header, body and footer of each approved template, the first that fit. A code that a person gets to prove who they are is not shown to
 * others: AUTHENTICATION has none.
 */
export function textsOf(listed: readonly TemplateEntry[], maxBytes = TEXTS_MAX_BYTES): Record<string, TemplateText> {
  const texts = listed.flatMap((entry): [string, TemplateText][] => {
    if (entry.status !== 'APPROVED' || entry.category === 'AUTHENTICATION') return [];
    const text = templateTextOf(entry.components ?? []);
    return text ? [[templateKey(entry), text]] : [];
  });
  return Object.fromEntries(texts.slice(0, countFitting(texts, maxBytes)));
}

/**
 * The leading entries that fit in one answer, as many as without their components; the last ones of a long list have no
 * components.
 */
export function fitEntries(listed: readonly TemplateEntry[], maxBytes = ANSWER_MAX_BYTES): TemplateEntry[] {
  const plain = listed.map((entry) => ({ ...entry, components: null }));
  const fitting = plain.slice(0, countFitting(plain, maxBytes));
  let left = maxBytes - fitting.reduce((sum, entry) => sum + bytesOf(entry), 0);
  const firstPlain = fitting.findIndex((entry, index) => {
    left -= bytesOf(listed[index]) - bytesOf(entry);
    return left < 0;
  });
  return fitting.map((entry, index) => (firstPlain === -1 || index < firstPlain ? (listed[index] ?? entry) : entry));
}

/** A number with templates, and its access to them. */
export interface TemplateNumber {
  account: ChannelAccount;
  wabaId: string;
  accessToken: string;
  /** Every number of the tenant with the same templates, this one included. */
  sharing: ChannelAccount[];
}

/** One of a tenant's connected numbers with its templates. */
export function templateNumberOf(
  account: ChannelAccount,
  numbers: readonly ChannelAccount[],
  cipher: Parameters<typeof openWa>[0],
): TemplateNumber {
  const { wabaId } = account;
  if (wabaId === null) throw new Error(`The wa account ${account.id} has no WABA.`);
  const sharing = numbers.filter((number) => number.wabaId === wabaId);
  return { account, wabaId, accessToken: openWa(cipher, account.credentials), sharing };
}

type Named = Pick<ChannelAccount, 'externalId' | 'name' | 'number'>;

/**
 * The first of a tenant's wa numbers that `from` names: by the provider's id, the label, or the number in any
 * notation. Null matches any number.
 */
export function findNumberNamed<Account extends Named>(
  numbers: readonly Account[],
  from: string | null,
): Account | null {
  if (from === null) return numbers[0] ?? null;
  const digits = digitsOf(from);
  const isNamed = ({ externalId, name, number }: Named): boolean =>
    from === externalId ||
    from === name ||
    (digits !== null && number !== null && number.replace(/\D/g, '') === digits);
  return numbers.find(isNamed) ?? null;
}
