import type { templates } from '@parley/common/contracts/channels/templates';
import type { OutputOf } from '@parley/common/define-contract';

/** The members of a provider's template that are shown. */
export interface ProviderTemplate {
  name: string;
  language: string;
  status: string;
  category: string;
  components: readonly { type: string; text?: string | undefined }[];
}

type TemplateEntry = OutputOf<typeof templates>['templates'][number];

/** `{{1}}` of a positional template, `{{first_name}}` of a named one. */
const PLACEHOLDER = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/**
 * How many values a body needs: a repeated placeholder counts once (docs/reference/channels.md#template-list).
 */
export const countVariables = (body: string): number =>
  new Set(Array.from(body.matchAll(PLACEHOLDER), ([, name]) => name)).size;

/**
 * A template as `templates` lists it (docs/reference/channels.md#template-list); one without a body has an empty one.
 */
export function toTemplateEntry({ name, language, status, category, components }: ProviderTemplate): TemplateEntry {
  const body = components.find(({ type }) => type.toUpperCase() === 'BODY')?.text ?? '';
  return { name, language, status, category, body, variables: countVariables(body) };
}

/** Names of the templates that can be sent now, each once: a name stands in the list once per language. */
export const approvedNames = (listed: readonly TemplateEntry[]): string[] => [
  ...new Set(listed.filter(({ status }) => status === 'APPROVED').map(({ name }) => name)),
];
