import type { Channel } from '@parley/common/channels';
import { graphOptions, telegramOptions, tiktokOptions } from '@parley/providers/client-options';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { ShowSign } from '../domain/typing-sign.ts';

type Asked = Promise<{ ok: boolean }>;

/** The typing indicator of each channel. A linked device has no such call: the sign would come from its own client. */
export function makeShowSign(environment: Environment): ShowSign {
  const graph = graphOptions(environment);
  const whatsapp = makeWhatsappCloudClient(graph);
  const messenger = makeMessengerClient(graph);
  const telegram = makeTelegramClient(telegramOptions(environment));
  const tiktok = makeTiktokClient(tiktokOptions(environment));
  const signs: Record<Channel, (...given: Parameters<ShowSign>) => Asked | null> = {
    wa: ({ externalId, credentials: { access_token: token = '' } }, { answeredId }, timeoutMs) =>
      answeredId === null ? null : whatsapp.showTyping(externalId, token, answeredId, timeoutMs),
    fb: ({ externalId, credentials: { access_token: token = '' } }, { peer }, timeoutMs) =>
      messenger.showTyping(externalId, token, peer, timeoutMs),
    ig: ({ externalId, credentials: { access_token: token = '', page_id: page } }, { peer }, timeoutMs) =>
      messenger.showTyping(page ?? externalId, token, peer, timeoutMs),
    tg: ({ credentials: { bot_token: token = '' } }, { peer }, timeoutMs) =>
      telegram.showTyping(token, peer, timeoutMs),
    tt: ({ externalId, credentials: { access_token: token = '' } }, { threadId }, timeoutMs) =>
      threadId === null ? null : tiktok.showTyping(token, externalId, threadId, timeoutMs),
    wd: () => null,
  };
  return async (account, partner, timeoutMs) =>
    (await signs[partner.channel](account, partner, timeoutMs))?.ok ?? false;
}
