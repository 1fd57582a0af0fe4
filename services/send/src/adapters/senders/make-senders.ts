import type { Channel } from '@parley/common/channels';
import type { OnAppRefused } from '@parley/providers/app-refusal';
import { graphOptions, telegramOptions, tiktokOptions } from '@parley/providers/client-options';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { fbSendBodies, igSendBodies, privateReplyBody } from '@parley/providers/graph/person-send-body';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { ChannelSender } from '../../domain/channel-sender.ts';
import type { FileSources } from '../open-outbound-file.ts';
import type { TokenSources } from '../renew-token.ts';
import { makeMetaPageSender } from './meta-page-sender.ts';
import { makeTgSender } from './tg-sender.ts';
import { makeTtSender } from './tt-sender.ts';
import { makeWaSender } from './wa-sender.ts';
import { makeWdSender } from './wd-sender.ts';

type SenderParts = FileSources & TokenSources & { environment: Environment; onAppRefused: OnAppRefused };

/** The sender of each channel. */
export function makeSenders(parts: SenderParts): Record<Channel, ChannelSender> {
  const { environment, bus, logger, onAppRefused } = parts;
  const graph = { ...graphOptions(environment), onAppRefused };
  const { sendToPerson } = makeMessengerClient(graph);
  return {
    wa: makeWaSender(makeWhatsappCloudClient(graph), logger),
    fb: makeMetaPageSender({
      sendToPerson,
      bodiesOf: fbSendBodies,
      privateReplyOf: (commentId, text, messageId) => privateReplyBody('fb', commentId, text, messageId),
      senderIdOf: ({ externalId }) => externalId,
      logger,
    }),
    ig: makeMetaPageSender({
      sendToPerson,
      bodiesOf: igSendBodies,
      privateReplyOf: (commentId, text, messageId) => privateReplyBody('ig', commentId, text, messageId),
      senderIdOf: ({ externalId, credentials }) => credentials.page_id ?? externalId,
      logger,
    }),
    wd: makeWdSender(bus),
    tg: makeTgSender(makeTelegramClient(telegramOptions(environment)), parts),
    tt: makeTtSender(makeTiktokClient(tiktokOptions(environment)), parts),
  };
}
