import type { templates } from '@parley/common/contracts/channels/templates';
import type { OutputOf } from '@parley/common/define-contract';
import { ANSWER_MAX_BYTES, countFitting } from '@parley/common/fit-answer';
import { variablesOf } from '@parley/common/wa-template/template-variables';
import { templateKey } from '@parley/messaging/accounts/template-key';

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
