import type { templates } from '@parley/common/contracts/channels/templates';
import type { OutputOf } from '@parley/common/define-contract';

/** The displayed members of a provider's template. */
export interface ProviderTemplate {
  name: string;
  language: string;
  status: string;
  category: string;
  components: readonly { type: string; text?: string | undefined }[];
}

type TemplateEntry = OutputOf<typeof templates>['templates'][number];

/** `{{1}}` in a positional template, `{{first_name}}` in a named one. */
const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/** The number of values of a body: a repeated placeholder counts once (docs/reference/channels.md#template-list). */
export const countVariables = (body: string): number =>
  new Set(Array.from(body.matchAll(PLACEHOLDER), ([, name]) => name)).size;

/**
 * A template as listed by `templates` (docs/reference/channels.md#template-list); one without a body has an empty one.
 */
export function toTemplateEntry({ name, language, status, category, components }: ProviderTemplate): TemplateEntry {
  const body = components.find(({ type }) => type.toUpperCase() === 'BODY')?.text ?? '';
  return { name, language, status, category, body, variables: countVariables(body) };
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
