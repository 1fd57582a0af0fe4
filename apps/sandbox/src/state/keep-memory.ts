import type { BusinessAccount } from '../providers/graph/state/business-account.ts';
import type { WhatsappState } from '../providers/graph/state/whatsapp-state.ts';
import type { TiktokState } from '../providers/tiktok/state/tiktok-state.ts';
import { type KeptPart, keepAll, keepCounter, keepMap, keepMembers, keepRing, keepSet } from './kept-part.ts';
import type { SandboxState } from './sandbox-state.ts';

/** The bytes of files that survive a restart: enough for the images of a demo, not for the uploads of tests. */
const MAX_MEDIA_BYTES = 16 * 1024 * 1024;

/** Accounts with their numbers, which other calls find by their own id. */
const keepBusinessAccounts = (state: WhatsappState): KeptPart => ({
  save: () => [...state.businessAccounts.values()],
  load(saved) {
    for (const store of [state.businessAccounts, state.phoneNumbers]) store.clear();
    for (const account of saved as BusinessAccount[]) state.addBusinessAccount(account); // safe: `save` returned it
  },
});

/** Bots; their update numbers have a gap, because a killed sandbox may have used more than it saved. */
const keepBots = ({ telegram }: SandboxState): KeptPart => {
  const bots = keepMap(telegram.bots);
  return {
    save: bots.save,
    load(saved) {
      bots.load(saved);
      for (const bot of telegram.bots.values()) bot.nextUpdateId += 1000;
    },
  };
};

/** People; new messages are numbered from where a fresh sandbox would begin, if that is later. */
const keepCustomers = (state: SandboxState): KeptPart => {
  const customers = keepMap(state.customers);
  return {
    save: customers.save,
    load(saved) {
      customers.load(saved);
      for (const customer of state.customers.values())
        customer.nextMessageId = Math.max(customer.nextMessageId, state.firstMessageId);
    },
  };
};

/**
 * The state that survives a restart: accounts, tokens, people, conversations, webhooks, templates and settings. Faults, received
 * webhooks, mails, and the scripted models do not.
 */
export function keepMemory(state: SandboxState): KeptPart {
  const { whatsapp, telegram, meta } = state;
  return keepAll({
    settings: keepMembers(() => state.settings),
    customers: keepCustomers(state),
    media: keepMap(state.media, { maxBytes: MAX_MEDIA_BYTES, sizeOf: ({ bytes }) => bytes.length }),
    mediaCounter: keepCounter(state.mediaCounter),
    sent: keepRing(state.sent),
    acts: keepRing(state.acts),
    businessAccounts: keepBusinessAccounts(whatsapp),
    aliases: keepMap(whatsapp.aliases),
    sampleHandles: keepSet(whatsapp.sampleHandles),
    templateCounter: keepCounter(whatsapp.templateCounter),
    bots: keepBots(state),
    telegramMessages: keepMap(telegram.messages),
    callbackQueries: keepMap(telegram.callbackQueries),
    pages: keepMap(meta.pages),
    instagramLogins: keepMap(meta.logins),
    metaTokens: keepMap(meta.tokens),
    metaCodes: keepMap(meta.codes),
    comments: keepMap(meta.comments),
    newestOutbound: keepMap(meta.newestOutbound),
    metaDialog: keepMembers(() => meta.dialog),
  });
}

/** The same for TikTok. */
export const keepTiktok = (state: TiktokState): KeptPart =>
  keepAll({
    settings: keepMembers(() => state.settings),
    dialog: keepMembers(() => state.dialog),
    accounts: keepMap(state.accounts),
    people: keepMap(state.people),
    conversations: keepMap(state.conversations),
    messages: keepMap(state.messages),
    comments: keepMap(state.comments),
    commentCounter: keepCounter(state.commentCounter),
    codes: keepMap(state.codes),
    accessTokens: keepMap(state.accessTokens),
    refreshTokens: keepMap(state.refreshTokens),
    refreshes: keepMap(state.refreshes),
    callbackUrls: keepMap(state.callbackUrls),
  });
