import { AccountRestriction, NumberQuality } from '@parley/common/contracts/console/channel-health';
import type { BusinessNews } from '@parley/common/contracts/internal/channel-health';
import { HealthCode } from '@parley/common/events/opt-in-events';
import { isObject, type JsonObject, listOf, momentOf, numberOf, objectOf, textOf } from '../http/json-walk.ts';
import { boundId } from '../received/tidy-values.ts';
import type { BusinessItem, MarketingTermsNews } from '../received/webhook-element.ts';
import { digitsOf } from './wa-person.ts';

type GoneReason = Extract<BusinessNews, { kind: 'gone' }>['reason'];

/** Events of `account_update` after which the account, or our access to it, is gone (docs/reference/wa.md#account-fields). */
const GONE: Readonly<Record<string, GoneReason>> = {
  PARTNER_REMOVED: 'partner_removed',
  PARTNER_APP_UNINSTALLED: 'partner_removed',
  ACCOUNT_DELETED: 'account_deleted',
  ACCOUNT_DISABLED: 'account_disabled',
};
/** Events about one number, if they name it: other numbers of the account are not concerned. */
const OF_NUMBER: ReadonlySet<string> = new Set([
  'PARTNER_REMOVED',
  'ACCOUNT_RESTRICTION',
  'ACCOUNT_OFFBOARDED',
  'ACCOUNT_RECONNECTED',
]);
const MAX_RESTRICTIONS = 20;

const restricted = (restrictions: AccountRestriction[]): BusinessNews => ({ kind: 'restricted', restrictions });

/** The end of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** The end of a restriction, in the future; null without a date. */
function endOf(expiration: unknown): string | null {
  const seconds = numberOf(expiration);
  return seconds !== null && seconds > 0 && seconds <= LAST_SECOND ? new Date(seconds * 1000).toISOString() : null;
}

function restrictionsIn(list: unknown): AccountRestriction[] {
  return listOf(list)
    .slice(0, MAX_RESTRICTIONS)
    .flatMap((given) => {
      const { restriction_type: type, expiration } = objectOf(given);
      const { data } = AccountRestriction.safeParse({ type, until: endOf(expiration) });
      return data ? [data] : [];
    });
}

/** A ban is announced, carried out or lifted; a ban of unknown state is treated as carried out. */
function banNews(info: JsonObject): BusinessNews {
  const [state] = Array.isArray(info.waba_ban_state) ? info.waba_ban_state : [info.waba_ban_state];
  if (state === 'REINSTATE') return restricted([]);
  if (state === 'SCHEDULE_FOR_DISABLE') return restricted([{ type: 'SCHEDULE_FOR_DISABLE', until: null }]);
  return { kind: 'gone', reason: 'account_disabled' };
}

/** The platform's reason for ending a partner's access, if it gives one. */
function platformReason(value: JsonObject): { platformReason?: string } {
  const { data } = HealthCode.safeParse(objectOf(value.disconnection_info).reason);
  return data === undefined ? {} : { platformReason: data };
}

/**
 * An offboarded number keeps its token: the person moved to another phone, and Meta reconnects the number
 * automatically.
 */
function accountNews(value: JsonObject): BusinessNews | MarketingTermsNews | null {
  const event = textOf(value.event) ?? '';
  const reason = Object.hasOwn(GONE, event) ? GONE[event] : undefined;
  if (reason !== undefined) return { kind: 'gone', reason, ...platformReason(value) };
  if (event === 'ACCOUNT_OFFBOARDED') return { kind: 'offline' };
  if (event === 'ACCOUNT_RECONNECTED') return { kind: 'online' };
  if (event === 'MM_LITE_TERMS_SIGNED') return { kind: 'marketing_terms' };
  if (event === 'DISABLED_UPDATE') return banNews(objectOf(value.ban_info));
  return event === 'ACCOUNT_RESTRICTION' ? restricted(restrictionsIn(value.restriction_info)) : null;
}

/** A count as a tier: 2000 is `TIER_2K`, -1 is without a limit. */
function tierOf(count: number): string {
  if (count === -1) return 'TIER_UNLIMITED';
  return count > 0 && count % 1000 === 0 ? `TIER_${count / 1000}K` : `TIER_${count}`;
}

/** The limit of the portfolio, as a tier or a count; webhooks of older versions have the member of the number. */
function limitIn(value: JsonObject, older: 'current_limit' | 'max_daily_conversation_per_phone'): string | null {
  const said = value.max_daily_conversations_per_business ?? value[older];
  const count = numberOf(said);
  return NumberQuality.shape.limit_tier.safeParse(count === null ? said : tierOf(count)).data ?? null;
}

function capabilityNews(value: JsonObject): BusinessNews | null {
  const limitTier = limitIn(value, 'max_daily_conversation_per_phone');
  return limitTier === null ? null : { kind: 'rated', limitTier };
}

function qualityNews(value: JsonObject): BusinessNews | null {
  const event = textOf(value.event);
  const limitTier = limitIn(value, 'current_limit');
  const rating = event === 'FLAGGED' ? ('RED' as const) : event === 'UNFLAGGED' ? ('UNKNOWN' as const) : null;
  if (rating === null && limitTier === null) return null;
  return { kind: 'rated', ...(rating === null ? {} : { rating }), ...(limitTier === null ? {} : { limitTier }) };
}

function newsOf(field: string, value: JsonObject): BusinessNews | MarketingTermsNews | null {
  if (field === 'account_update') return accountNews(value);
  if (field === 'phone_number_quality_update') return qualityNews(value);
  return field === 'business_capability_update' ? capabilityNews(value) : null;
}

/** Digits of the affected number; empty: every number of the account is affected. */
function numberIn(field: string, value: JsonObject): string {
  if (field === 'phone_number_quality_update') return digitsOf(value.display_phone_number);
  return OF_NUMBER.has(textOf(value.event) ?? '') ? digitsOf(value.phone_number) : '';
}

/**
 * The news of an `account_update`, a `phone_number_quality_update` or a `business_capability_update`; none when it
 * changes nothing for a number. A removed partner's webhook has the id of the business in its entry, and that of the
 * account in `waba_info`; the entry of a restricted number may have the id `0`.
 */
export function parseAccountNews(field: string, value: unknown, entry: JsonObject, receivedAt: Date): BusinessItem[] {
  if (!isObject(value)) return [];
  const news = newsOf(field, value);
  const wabaId = textOf(objectOf(value.waba_info).waba_id) ?? textOf(entry.id);
  const number = numberIn(field, value);
  if (news === null || wabaId === null || (field === 'phone_number_quality_update' && number === '')) return [];
  const at = momentOf(entry.time) ?? receivedAt;
  return [
    {
      kind: 'business',
      channel: 'wa',
      wabaId: boundId(wabaId),
      number: number === '' ? null : boundId(number),
      at,
      news,
    },
  ];
}
