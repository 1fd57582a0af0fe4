import type { InboundItem } from '@parley/providers/inbound-item';
import { makeBoundedMap } from '@parley/runtime/bounded-map';
import { accountKey, type ConnectedAccount, connectedAccount } from '../domain/connected-account.ts';
import type { ContactKey, ContactName } from '../storage/contact-store.ts';
import type { ItemOf } from './apply-context.ts';
import { namedAccounts } from './apply-items.ts';

export interface LearnNamesDeps {
  findAccounts(named: ReadonlySet<string>): Promise<Map<string, ConnectedAccount>>;
  isNameless(contact: ContactKey): Promise<boolean>;
  /** The person's profile at the provider; null where there is none. */
  lookUp(account: ConnectedAccount, personId: string): Promise<ContactName | null>;
  storeName(contact: ContactKey, name: ContactName): Promise<void>;
  reportFailure(error: unknown): void;
}

export interface LearnNames {
  /** Looks up senders' names that the webhook does not contain. Best effort, in the background. */
  learn(items: readonly InboundItem[]): void;
  /** Resolves when nothing is running. */
  idle(): Promise<void>;
}

/** Further concurrent look-ups are skipped until the person's next message. */
const MAX_UNDER_WAY = 16;
/** Remembered people, to skip repeated look-ups of missing profiles. */
const MAX_REMEMBERED = 10_000;

/** Channels whose webhooks contain no names (docs/reference/fb.md#profiles). */
const isNamelessChannel = ({ account, from }: ItemOf<'message'>): boolean =>
  (account.channel === 'fb' || account.channel === 'ig') && from.name === null && from.username === null;

/** Looks up people's names in their profiles, after the commit of their messages, in the background. */
export function makeLearnNames(deps: LearnNamesDeps): LearnNames {
  const underWay = new Set<Promise<void>>();
  const asked = makeBoundedMap<string, true>(MAX_REMEMBERED);

  async function learnOne(item: ItemOf<'message'>): Promise<void> {
    const { address } = item.from;
    const account = connectedAccount(await deps.findAccounts(namedAccounts([item])), item.account);
    if (!account) return;
    const contact = { tenantId: account.tenantId, channel: account.channel, address };
    if (!(await deps.isNameless(contact))) return;
    const name = await deps.lookUp(account, address);
    if (name) await deps.storeName(contact, name);
  }

  /** Whether to look this person up now; then false for some time. */
  function isNew({ account, from }: ItemOf<'message'>): boolean {
    const person = `${accountKey(account.channel, account.externalId)}:${from.address}`;
    if (asked.has(person)) return false;
    asked.set(person, true);
    return true;
  }

  return {
    learn(items) {
      for (const item of items) {
        if (underWay.size >= MAX_UNDER_WAY) return;
        if (item.kind !== 'message' || !isNamelessChannel(item) || !isNew(item)) continue;
        const work = learnOne(item).catch(deps.reportFailure);
        underWay.add(work);
        void work.finally(() => underWay.delete(work));
      }
    },
    async idle() {
      await Promise.all(underWay);
    },
  };
}
