import { TemplateNews } from '@parley/common/contracts/internal/channel-health';
import { boundText } from '@parley/common/text/clean-text';
import { isObject, type JsonObject, momentOf, objectOf, textOf } from '../http/json-walk.ts';
import { boundId } from '../received/tidy-values.ts';
import type { TemplateItem } from '../received/webhook-element.ts';

const REASON_MAX = 1024;
const DATE_MAX = 64;
const UNCHANGED = {
  status: null,
  reason: null,
  details: null,
  recommendation: null,
  disableDate: null,
  quality: null,
  category: null,
  upcomingCategory: null,
  upcomingAt: null,
};

const bound = (value: unknown, maxLength = REASON_MAX): string | null => {
  const said = textOf(value);
  return said === null ? null : boundText(said, maxLength);
};

/** A decision: Meta's code, its sentence with a recommendation, and an end date. `NONE` and null mean no value. */
function decisionOf(value: JsonObject): Partial<TemplateNews> {
  const info = objectOf(value.rejection_info);
  return {
    status: textOf(value.event),
    reason: value.reason === 'NONE' ? null : bound(value.reason),
    details: bound(info.reason),
    recommendation: bound(info.recommendation),
    disableDate: bound(objectOf(value.disable_info).disable_date, DATE_MAX),
  };
}

/**
 * A new category, or its announcement: before the change `new_category` is the current category, and `correct_category`
 * the coming one.
 */
function categoryOf(value: JsonObject): Partial<TemplateNews> {
  const category = textOf(value.new_category);
  const upcomingCategory = textOf(value.correct_category);
  if (upcomingCategory === null || upcomingCategory === category) return { category };
  return {
    category: value.previous_category == null ? null : category,
    upcomingCategory,
    upcomingAt: momentOf(value.category_update_timestamp)?.toISOString() ?? null,
  };
}

const changeOf = (field: string, value: JsonObject): Partial<TemplateNews> | null => {
  switch (field) {
    case 'message_template_status_update':
      return decisionOf(value);
    case 'message_template_quality_update':
      return { quality: textOf(value.new_quality_score) };
    case 'template_category_update':
      return categoryOf(value);
    default:
      return null;
  }
};

/** Meta writes `en-US` in webhooks and `en_US` elsewhere. */
const languageOf = (value: unknown): string | null => textOf(value)?.replace('-', '_') ?? null;

/** Ids of templates are numbers below 2^53, or texts. */
const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value);

/**
 * The decision about a template in an account's webhook (docs/reference/wa.md#account-fields); none for an unknown
 * shape.
 */
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
  const says =
    news && [news.status, news.quality, news.category, news.upcomingCategory].some((said) => (said ?? null) !== null);
  if (!says) return [];
  return [{ kind: 'template', channel: 'wa', wabaId: boundId(wabaId), at: momentOf(entry.time) ?? receivedAt, news }];
}
