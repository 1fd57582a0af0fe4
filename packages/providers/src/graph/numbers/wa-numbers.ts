import { z } from 'zod';
import type { HISTORY_FIELDS } from '../../received/inbound-item.ts';
import type { ReadResult } from '../../sent/send-outcome.ts';
import type { GraphCaller } from '../graph-call.ts';
import { ListPage, readPages } from '../read-pages.ts';

const OptionalText = z.string().optional().catch(undefined);
const Done = z.looseObject({ success: z.literal(true) });
const PhoneNumber = z.looseObject({
  id: z.string(),
  display_phone_number: z.string().optional(),
  verified_name: z.string().optional(),
});
const NumberQuality = z
  .looseObject({
    quality_rating: OptionalText,
    whatsapp_business_manager_messaging_limit: OptionalText,
    messaging_limit_tier: OptionalText,
  })
  .transform(({ quality_rating, whatsapp_business_manager_messaging_limit: ofPortfolio, messaging_limit_tier }) => ({
    quality_rating,
    messaging_limit: ofPortfolio ?? messaging_limit_tier,
  }));
/** The first version in which a number shows the limit of its portfolio; it no longer has `messaging_limit_tier`. */
const PORTFOLIO_LIMIT_SINCE = 24;
/** A number of an account, as its list describes it. */
const NumberEntry = z
  .looseObject({
    id: z.string().min(1),
    display_phone_number: OptionalText,
    verified_name: OptionalText,
    status: OptionalText,
    is_on_biz_app: z.boolean().optional().catch(undefined),
    last_onboarded_time: OptionalText,
  })
  .transform((entry) => ({
    id: entry.id,
    displayNumber: entry.display_phone_number ?? null,
    verifiedName: entry.verified_name ?? null,
    /** Such as CONNECTED or PENDING; null if the answer has none. */
    status: entry.status ?? null,
    /** Whether it is also on the WhatsApp Business app, which registers it. */
    isOnBizApp: entry.is_on_biz_app ?? false,
    /** When Embedded Signup last added it; in a form that sorts. */
    onboardedAt: entry.last_onboarded_time ?? null,
  }));
export type ListedNumber = z.infer<typeof NumberEntry>;
const Platform = z
  .looseObject({ is_on_biz_app: z.boolean().optional() })
  .transform(({ is_on_biz_app: isOnBizApp = false }) => ({ isOnBizApp }));
const Requested = z
  .looseObject({ request_id: OptionalText })
  .transform(({ request_id: requestId = null }) => ({ requestId }));

const NUMBER_PAGE = 100;
const MAX_NUMBER_PAGES = 10;
const NUMBER_FIELDS = 'id,display_phone_number,verified_name,status,is_on_biz_app,last_onboarded_time';

/** The calls about numbers (docs/reference/wa.md#calls). */
export interface NumberCalls {
  getPhoneNumber(phoneNumberId: string, token: string): Promise<ReadResult<z.infer<typeof PhoneNumber>>>;
  /** The numbers of an account (1000 at most). */
  listNumbers(wabaId: string, token: string): Promise<ReadResult<ListedNumber[]>>;
  /** Registers a number with its two-step PIN. Meta allows 10 in 72 hours: never repeat it by itself. */
  register(phoneNumberId: string, token: string, pin: string): Promise<ReadResult<unknown>>;
  /** The platform's rating of a number; `limitMs` overrides the client's timeout. */
  getNumberQuality(
    phoneNumberId: string,
    token: string,
    limitMs?: number,
  ): Promise<ReadResult<z.infer<typeof NumberQuality>>>;
  /** Whether the WhatsApp Business app uses the number beside the Cloud API. */
  getNumberPlatform(phoneNumberId: string, token: string): Promise<ReadResult<z.infer<typeof Platform>>>;
  /** Requests the contacts, or the chats, of the app; the platform accepts each only once. */
  requestAppData(
    phoneNumberId: string,
    token: string,
    type: (typeof HISTORY_FIELDS)[number],
  ): Promise<ReadResult<z.infer<typeof Requested>>>;
}

/** Graph refuses a query that names a field which its version does not have. */
const limitField = (version: string): string =>
  Number.parseInt(version.slice(1), 10) >= PORTFOLIO_LIMIT_SINCE
    ? 'whatsapp_business_manager_messaging_limit'
    : 'messaging_limit_tier';

export function makeNumberCalls({ read }: Pick<GraphCaller, 'read'>, version: string): NumberCalls {
  return {
    getPhoneNumber: (id, token) =>
      read(PhoneNumber, {
        method: 'GET',
        path: encodeURIComponent(id),
        token,
        query: { fields: 'id,display_phone_number,verified_name' },
      }),
    getNumberQuality: (id, token, limitMs) =>
      read(NumberQuality, {
        method: 'GET',
        path: encodeURIComponent(id),
        token,
        query: { fields: `quality_rating,${limitField(version)}` },
        timeoutMs: limitMs,
      }),
    listNumbers: (wabaId, token) =>
      readPages(NumberEntry, MAX_NUMBER_PAGES, (after) =>
        read(ListPage, {
          method: 'GET',
          path: `${encodeURIComponent(wabaId)}/phone_numbers`,
          token,
          query: { fields: NUMBER_FIELDS, limit: String(NUMBER_PAGE), ...(after ? { after } : {}) },
        }),
      ),
    register: (id, token, pin) =>
      read(Done, {
        method: 'POST',
        path: `${encodeURIComponent(id)}/register`,
        token,
        body: { messaging_product: 'whatsapp', pin },
      }),
    getNumberPlatform: (id, token) =>
      read(Platform, {
        method: 'GET',
        path: encodeURIComponent(id),
        token,
        query: { fields: 'is_on_biz_app,platform_type' },
      }),
    requestAppData: (id, token, type) =>
      read(Requested, {
        method: 'POST',
        path: `${encodeURIComponent(id)}/smb_app_data`,
        token,
        body: { messaging_product: 'whatsapp', sync_type: type },
      }),
  };
}
