import type { Channel } from '@parley/common/channels';
import type { OnAppRefused } from '@parley/providers/app-refusal';
import { graphOptions, telegramOptions, tiktokOptions } from '@parley/providers/client-options';
import { makeMessengerClient } from '@parley/providers/graph/messenger-client';
import { instagramReaction } from '@parley/providers/graph/sender-action';
import { makeWhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { makeTiktokClient } from '@parley/providers/tiktok/tiktok-client';
import type { Environment } from '@parley/runtime/environment';
import type { ChannelActs } from '../../domain/channel-acts.ts';
import type { TokenSources } from '../renew-token.ts';
import { makeMetaPageActs } from './meta-page-acts.ts';
import { makeTgActs } from './tg-acts.ts';
import { makeTtActs } from './tt-acts.ts';
import { makeWaActs } from './wa-acts.ts';
import { makeWdActs } from './wd-acts.ts';

type ActParts = TokenSources & { environment: Environment; onAppRefused: OnAppRefused };

/** The acts of each channel. */
export function makeActs(parts: ActParts): Record<Channel, ChannelActs> {
  const { environment, bus, onAppRefused } = parts;
  const graph = { ...graphOptions(environment), onAppRefused };
  const { act } = makeMessengerClient(graph);
  return {
    wa: makeWaActs(makeWhatsappCloudClient(graph)),
    fb: makeMetaPageActs({ act, senderIdOf: ({ externalId }) => externalId, reactionOf: (emoji) => emoji }),
    ig: makeMetaPageActs({
      act,
      senderIdOf: ({ externalId, credentials }) => credentials.page_id ?? externalId,
      reactionOf: instagramReaction,
    }),
    wd: makeWdActs(bus),
    tg: makeTgActs(makeTelegramClient(telegramOptions(environment)), parts),
    tt: makeTtActs(makeTiktokClient(tiktokOptions(environment)), parts),
  };
}
