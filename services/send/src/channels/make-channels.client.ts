import { setTimeout as pause } from 'node:timers/promises';
import type { BusClient } from '@parley/bus/bus-client';
import type { Channel } from '@parley/common/channels';
import { marketingTermsSigned } from '@parley/common/hints';
import type { Sql } from '@parley/database/sql';
import { fbSendBodies, igSendBodies, privateReplyBody } from '@parley/providers/graph/person-send-body';
import { instagramReaction } from '@parley/providers/graph/sender-action';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import type { OnAppRefused } from '@parley/providers/http/app-refusal';
import { graphOptions, telegramOptions, tiktokOptions } from '@parley/providers/http/client-options';
import { instagramSenderOf, makePageCalls } from '@parley/providers/instagram/page-calls';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { FileSources } from '../content/upload.client.ts';
import { findBusinessAccountOf } from './business-account.store.ts';
import type { ChannelActs, ChannelSender } from './channel.rules.ts';
import { makeMarketingAccounts } from './marketing.client.ts';
import { makeMetaPageActs, makeMetaPageSender } from './page.client.ts';
import { makeSendPace } from './send-pace.client.ts';
import { reservePaceOf } from './send-pace.store.ts';
import { makeTgActs, makeTgSender } from './tg.client.ts';
import type { TokenSources } from './token.client.ts';
import { makeTtActs, makeTtSender } from './tt.client.ts';
import { makeWaActs, makeWaSender } from './wa.client.ts';
import { makeWdActs, makeWdSender } from './wd.client.ts';

type SenderParts = FileSources &
  TokenSources & {
    environment: Environment;
    database: Sql;
    onAppRefused: OnAppRefused;
    bus: Pick<BusClient, 'onHint'>;
  };

/** The sender of each channel. */
export function makeSenders(parts: SenderParts): Record<Channel, ChannelSender> {
  const { environment, bus, logger, database, onAppRefused } = parts;
  const graph = { ...graphOptions(environment), onAppRefused };
  const callsOf = makePageCalls(environment, { onAppRefused });
  const whatsapp = makeWhatsappCloudClient(graph);
  const marketing = makeMarketingAccounts(whatsapp, findBusinessAccountOf(database));
  bus.onHint(marketingTermsSigned, ({ wabaId }) => marketing.joinAll(wabaId));
  const pace = makeSendPace({ nowMs: () => performance.now(), pause, reserve: reservePaceOf(database) });
  return {
    wa: makeWaSender(whatsapp, marketing, logger, pace),
    fb: makeMetaPageSender({
      callsOf,
      bodiesOf: fbSendBodies,
      privateReplyOf: (commentId, text, messageId) => privateReplyBody('fb', commentId, text, messageId),
      senderIdOf: ({ externalId }) => externalId,
      logger,
    }),
    ig: makeMetaPageSender({
      callsOf,
      bodiesOf: igSendBodies,
      privateReplyOf: (commentId, text, messageId) => privateReplyBody('ig', commentId, text, messageId),
      senderIdOf: ({ externalId, credentials }) => instagramSenderOf(credentials, externalId),
      logger,
    }),
    wd: makeWdSender(bus),
    tg: makeTgSender(makeTelegramClient(telegramOptions(environment)), parts),
    tt: makeTtSender(makeTiktokClient(tiktokOptions(environment)), parts),
  };
}

type ActParts = TokenSources & { environment: Environment; onAppRefused: OnAppRefused };

/** The acts of each channel. */
export function makeActs(parts: ActParts): Record<Channel, ChannelActs> {
  const { environment, bus, onAppRefused } = parts;
  const graph = { ...graphOptions(environment), onAppRefused };
  const callsOf = makePageCalls(environment, { onAppRefused });
  return {
    wa: makeWaActs(makeWhatsappCloudClient(graph)),
    fb: makeMetaPageActs({ callsOf, senderIdOf: ({ externalId }) => externalId, reactionOf: (emoji) => emoji }),
    ig: makeMetaPageActs({
      callsOf,
      senderIdOf: ({ externalId, credentials }) => instagramSenderOf(credentials, externalId),
      reactionOf: instagramReaction,
    }),
    wd: makeWdActs(bus),
    tg: makeTgActs(makeTelegramClient(telegramOptions(environment)), parts),
    tt: makeTtActs(makeTiktokClient(tiktokOptions(environment)), parts),
  };
}
