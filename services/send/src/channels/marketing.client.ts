import type { WhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { SendingAccount } from './channel.rules.ts';

type KnownAccount = Pick<SendingAccount, 'id' | 'tenantId'>;

/** How long a state is kept: accounts are onboarded once, and a failed question is asked again soon. */
const KNOWN_MS = 3_600_000;
const UNKNOWN_MS = 600_000;
const MAX_KEPT = 10_000;
/** Meta's word for an account that has accepted the terms of the Marketing Messages API. */
const ONBOARDED = 'ONBOARDED';

/** The wa accounts whose marketing goes by the Marketing Messages API (docs/reference/wa.md#marketing-messages-api). */
export interface MarketingAccounts {
  /** Whether this account is one, as far as it is known: the first question is asked beside the send, not before it. */
  has(account: KnownAccount, token: string): boolean;
  /** Takes an account out for a while: Meta refused it. */
  leave(account: KnownAccount): void;
  /** Takes an account in: Meta refuses its marketing by the ordinary way. */
  join(account: KnownAccount): void;
  /** Takes the known accounts of a business account in: its owner has accepted the terms. */
  joinAll(wabaId: string): void;
}

interface Known {
  isOnboarded: boolean;
  /** Null: not read yet, or unknown. */
  wabaId: string | null;
}

export function makeMarketingAccounts(
  graph: Pick<WhatsappCloudClient, 'getMarketingStatus'>,
  findBusinessAccount: (account: KnownAccount) => Promise<string | null>,
): MarketingAccounts {
  const known = makeBoundedMap<number, Known>(MAX_KEPT, { keepMs: KNOWN_MS });
  const note = ({ id }: KnownAccount, isOnboarded: boolean): void =>
    known.set(id, { isOnboarded, wabaId: known.get(id)?.wabaId ?? null });

  /** Never rejects. */
  async function ask(account: KnownAccount, token: string, asked: Known): Promise<void> {
    try {
      asked.wabaId = await findBusinessAccount(account);
      if (asked.wabaId === null) return;
      const status = await graph.getMarketingStatus(asked.wabaId, token);
      // News that arrived before the answer are newer than it.
      if (status.ok && known.get(account.id) === asked)
        known.set(account.id, { ...asked, isOnboarded: status.value === ONBOARDED });
    } catch {
      // The database is away, or the answer is not one of Graph: it is asked again later.
    }
  }

  return {
    has(account, token) {
      const found = known.get(account.id);
      if (found !== undefined) return found.isOnboarded;
      // Until the answer, the account counts as not onboarded, so that a burst asks once.
      const asked: Known = { isOnboarded: false, wabaId: null };
      known.set(account.id, asked, UNKNOWN_MS);
      void ask(account, token, asked);
      return false;
    },
    leave: (account) => note(account, false),
    join: (account) => note(account, true),
    joinAll(wabaId) {
      for (const [id, found] of [...known.entries()])
        if (found.wabaId === wabaId) known.set(id, { wabaId, isOnboarded: true });
    },
  };
}
