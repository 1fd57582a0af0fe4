import { boundText } from '@parley/common/clean-text';
import { TemplateNews } from '@parley/common/contracts/internal/channel-health';
import { isObject, type JsonObject, momentOf, objectOf, textOf } from '../json-walk.ts';
import { boundId } from '../tidy-values.ts';
import type { TemplateItem } from '../webhook-element.ts';

const REASON_MAX = 1024;
const UNCHANGED = { status: null, reason: null, quality: null, category: null };

/** Meta's reason in words, or as a code; `NONE` and null say nothing. */
function reasonOf(value: JsonObject): string | null {
  const said = textOf(objectOf(value.rejection_info).reason) ?? textOf(value.reason);
  return said === null || said === 'NONE' ? null : boundText(said, REASON_MAX);
}

const changeOf = (field: string, value: JsonObject): Partial<TemplateNews> | null => {
  switch (field) {
    case 'message_template_status_update':
      return { status: textOf(value.event), reason: reasonOf(value) };
    case 'message_template_quality_update':
      return { quality: textOf(value.new_quality_score) };
    case 'template_category_update':
      return { category: textOf(value.new_category) };
    default:
      return null;
  }
};

/** Meta writes `en-US` in webhooks and `en_US` elsewhere. */
const languageOf = (value: unknown): string | null => textOf(value)?.replace('-', '_') ?? null;

/** Ids of templates are numbers below 2^53, or texts. */
const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value);

/** The decision about a template in an account's webhook (docs/reference/wa.md#account-fields); none of unknown shape. */
export function parseTemplateNews(field: string, value: unknown, entry: JsonObject, receivedAt: Date): TemplateItem[] {
  const wabaId = textOf(entry.id);
  const change = isObject(value) ? changeOf(field, value) : null;
  if (!isObject(value) || change === null || wabaId === null) return [];
  const id = idOf(value.message_template_id);
  const { data: news } = TemplateNews.safeParse({
    templateId: id === null ? null : boundId(id),
    name: value.message_template_name,
    language: languageOf(value.message_template_language),
    ...UNCHANGED,
    ...change,
  });
  const says = news && [news.status, news.quality, news.category].some((said) => said !== null);
  if (!says) return [];
  return [{ kind: 'template', channel: 'wa', wabaId: boundId(wabaId), at: momentOf(entry.time) ?? receivedAt, news }];
}
