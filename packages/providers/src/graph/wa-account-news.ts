import { AccountRestriction, NumberQuality } from '@parley/common/contracts/console/channel-health';
import type { BusinessNews } from '@parley/common/contracts/internal/channel-health';
import { isObject, type JsonObject, listOf, momentOf, numberOf, objectOf, textOf } from '../json-walk.ts';
import { boundId } from '../tidy-values.ts';
import type { BusinessItem } from '../webhook-element.ts';

type GoneReason = Extract<BusinessNews, { kind: 'gone' }>['reason'];

/** Events of `account_update` after which the account, or our access to it, is gone (docs/reference/wa.md#account-fields). */
const GONE: Readonly<Record<string, GoneReason>> = {
  PARTNER_REMOVED: 'partner_removed',
  PARTNER_APP_UNINSTALLED: 'partner_removed',
  ACCOUNT_OFFBOARDED: 'account_offboarded',
  ACCOUNT_DELETED: 'account_deleted',
  ACCOUNT_DISABLED: 'account_disabled',
};
const MAX_RESTRICTIONS = 20;

const restricted = (restrictions: AccountRestriction[]): BusinessNews => ({ kind: 'restricted', restrictions });

/** The end of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** When a restriction ends, in the future; null when no date says it. */
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

function accountNews(value: JsonObject): BusinessNews | null {
  const event = textOf(value.event) ?? '';
  const reason = Object.hasOwn(GONE, event) ? GONE[event] : undefined;
  if (reason !== undefined) return { kind: 'gone', reason };
  if (event === 'DISABLED_UPDATE') return banNews(objectOf(value.ban_info));
  return event === 'ACCOUNT_RESTRICTION' ? restricted(restrictionsIn(value.restriction_info)) : null;
}

function qualityNews(value: JsonObject): BusinessNews | null {
  const event = textOf(value.event);
  const limitTier = NumberQuality.shape.limit_tier.safeParse(value.current_limit).data ?? null;
  const rating = event === 'FLAGGED' ? ('RED' as const) : event === 'UNFLAGGED' ? ('UNKNOWN' as const) : null;
  if (rating === null && limitTier === null) return null;
  return { kind: 'rated', ...(rating === null ? {} : { rating }), ...(limitTier === null ? {} : { limitTier }) };
}

/**
 * The news of an `account_update` or a `phone_number_quality_update`; none when it changes nothing for a number. A
 * removed partner's webhook has the id of the business in its entry, and that of the account in `waba_info`.
 */
export function parseAccountNews(field: string, value: unknown, entry: JsonObject, receivedAt: Date): BusinessItem[] {
  if (!isObject(value)) return [];
  const isQuality = field === 'phone_number_quality_update';
  const news = field === 'account_update' ? accountNews(value) : isQuality ? qualityNews(value) : null;
  const wabaId = textOf(objectOf(value.waba_info).waba_id) ?? textOf(entry.id);
  const number = (textOf(value.display_phone_number) ?? '').replaceAll(/\D/g, '');
  if (news === null || wabaId === null || (isQuality && number === '')) return [];
  const at = momentOf(entry.time) ?? receivedAt;
  return [
    { kind: 'business', channel: 'wa', wabaId: boundId(wabaId), number: isQuality ? boundId(number) : null, at, news },
  ];
}
