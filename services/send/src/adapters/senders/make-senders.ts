import type { BusClient } from '@parley/bus/bus-client';
import type { Channel } from '@parley/common/channels';
import type { OnAppRefused } from '@parley/providers/app-refusal';
import { graphOptions, telegramOptions, tiktokOptions } from '@parley/providers/client-options';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { fbSendBodies, igSendBodies, privateReplyBody } from '@parley/providers/graph/person-send-body';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import type { SendOutcome } from '@parley/providers/send-outcome';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { Logger } from '@parley/runtime/logger';
import type { ChannelSender } from '../../domain/channel-sender.ts';
import type { OpenOutboundFile } from '../open-outbound-file.ts';
import { makeMetaPageSender } from './meta-page-sender.ts';
import { makeTgSender } from './tg-sender.ts';
import { makeTtSender, type TtSenderDeps } from './tt-sender.ts';
import { makeWaSender } from './wa-sender.ts';
import { makeWdSender } from './wd-sender.ts';

export interface SenderParts {
  environment: Environment;
  bus: Pick<BusClient, 'call'>;
  logger: Logger;
  renewToken: TtSenderDeps['renewToken'];
  onAppRefused: OnAppRefused;
  /** Opens a file that is uploaded with its message. */
  openFile: OpenOutboundFile;
}

/** The sender of each channel. */
export function makeSenders(parts: SenderParts): Record<Channel, ChannelSender> {
  const { environment, bus, logger, renewToken, onAppRefused, openFile } = parts;
  const graph = { ...graphOptions(environment), onAppRefused };
  const { sendToPerson } = makeMessengerClient(graph);
  const telegram = makeTelegramClient(telegramOptions(environment));
  const tiktok = makeTiktokClient(tiktokOptions(environment));
  const reportLostText = (messageId: string, outcome: SendOutcome): void =>
    logger.warn(
      'accompanying-text.failed',
      { message_id: messageId, provider: outcome.kind === 'accepted' ? null : outcome.provider },
      'The text that accompanies a file could not be sent.',
    );
  return {
    wa: makeWaSender(makeWhatsappCloudClient(graph), reportLostText),
    fb: makeMetaPageSender({
      sendToPerson,
      bodiesOf: fbSendBodies,
      privateReplyOf: (commentId, text, messageId) => privateReplyBody('fb', commentId, text, messageId),
      senderIdOf: ({ externalId }) => externalId,
      reportLostText,
    }),
    ig: makeMetaPageSender({
      sendToPerson,
      bodiesOf: igSendBodies,
      privateReplyOf: (commentId, text, messageId) => privateReplyBody('ig', commentId, text, messageId),
      senderIdOf: ({ externalId, credentials }) => credentials.page_id ?? externalId,
      reportLostText,
    }),
    wd: makeWdSender(bus),
    tg: makeTgSender(telegram, openFile),
    tt: makeTtSender({ tiktok, renewToken, reportLostText }),
  };
}
