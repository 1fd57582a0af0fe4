import type { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { cleanText } from '@parley/common/text/clean-text';
import { parseInstagramWebhook } from '@parley/providers/graph/instagram-webhook';
import { parsePageWebhook } from '@parley/providers/graph/page-webhook';
import { parseWaWebhook } from '@parley/providers/graph/wa-webhook';
import { mapTexts } from '@parley/providers/http/json-depth';
import { objectOf, textOf } from '@parley/providers/http/json-walk';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { parseTelegramUpdate } from '@parley/providers/telegram/telegram-update';
import { parseTiktokWebhook } from '@parley/providers/tiktok/tiktok-webhook';

type Input = Pick<InputOf<typeof receiveCallback>, 'provider' | 'account' | 'raw'>;

/** One callback address serves every product of Meta: `object` names the product. */
const META_PARSERS: Readonly<Record<string, (body: unknown, receivedAt: Date) => InboundItem[]>> = {
  whatsapp_business_account: parseWaWebhook,
  page: parsePageWebhook,
  instagram: parseInstagramWebhook,
};

function parseMeta(body: unknown, receivedAt: Date): InboundItem[] {
  const object = textOf(objectOf(body).object) ?? '';
  const parse = Object.hasOwn(META_PARSERS, object) ? META_PARSERS[object] : undefined;
  return (parse ?? parseWaWebhook)(body, receivedAt);
}

/** The items of a provider's webhook; elements without a time get `receivedAt`. Throws `invalid_json`. */
export function parseCallback({ provider, account, raw }: Input, receivedAt: Date): InboundItem[] {
  let body: unknown;
  try {
    body = parseBody(raw);
  } catch (cause) {
    throw new AppError('invalid_json', { cause });
  }
  switch (provider) {
    case 'meta':
      return parseMeta(body, receivedAt);
    case 'telegram':
      return parseTelegramUpdate(body, account ?? '', receivedAt);
    case 'tiktok':
      // TikTok's ids are numbers too large for JSON.parse: its parser reads the raw text.
      return cleanItems(parseTiktokWebhook(raw, receivedAt), raw);
  }
}

const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses a webhook body and removes characters that PostgreSQL cannot store (NUL, lone surrogates), so that one such character
 * does not lose a message. Throws `SyntaxError` on invalid JSON.
 */
export function parseBody(raw: string): unknown {
  const body: unknown = JSON.parse(raw);
  return UNSTORABLE.test(raw) ? mapTexts(body, cleanText) : body;
}

/** {@link parseBody}'s cleaning for a value that another parser read from `raw`. */
function cleanItems(items: InboundItem[], raw: string): InboundItem[] {
  // safe: texts stay texts, and everything else is unchanged
  return UNSTORABLE.test(raw) ? (mapTexts(items, cleanText) as InboundItem[]) : items;
}
