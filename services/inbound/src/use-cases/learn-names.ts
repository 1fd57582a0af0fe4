import type { InboundItem } from '@parley/providers/inbound-item';
import type { ConnectedAccount } from '../domain/connected-account.ts';
import { accountKey, connectedAccount } from '../storage/account-store.ts';
import type { ContactKey, ContactName } from '../storage/contact-store.ts';
import type { ItemOf } from './apply-context.ts';
import { namedAccounts } from './apply-items.ts';

export interface LearnNamesDeps {
  findAccounts(named: ReadonlySet<string>): Promise<Map<string, ConnectedAccount>>;
  isNameless(contact: ContactKey): Promise<boolean>;
  /** What the person's profile at the provider tells; null where it tells nothing. */
  lookUp(account: ConnectedAccount, personId: string): Promise<ContactName | null>;
  storeName(contact: ContactKey, name: ContactName): Promise<void>;
  reportFailure(error: unknown): void;
}

export interface LearnNames {
  /** Asks for the names of who wrote, where the webhook does not tell them. Best effort: it returns at once. */
  learn(items: readonly InboundItem[]): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

/** More than these at once are left out: their next message asks again. */
const MAX_UNDER_WAY = 16;
/** A person whose profile says nothing is not asked for again before as many others were. */
const MAX_REMEMBERED = 10_000;

/** The channels whose webhooks name nobody (docs/reference/fb.md#profiles). */
const isNamelessChannel = ({ account, from }: ItemOf<'message'>): boolean =>
  (account.channel === 'fb' || account.channel === 'ig') && from.name === null && from.username === null;

/** Learns names of people from their profiles, after the commit of what they wrote, and never in the way of it. */
export function makeLearnNames(deps: LearnNamesDeps): LearnNames {
  const underWay = new Set<Promise<void>>();
  const asked = new Set<string>();

  async function learnOne(item: ItemOf<'message'>): Promise<void> {
    const { address } = item.from;
    const account = connectedAccount(await deps.findAccounts(namedAccounts([item])), item.account);
    if (!account) return;
    const contact = { tenantId: account.tenantId, channel: account.channel, address };
    if (!(await deps.isNameless(contact))) return;
    const name = await deps.lookUp(account, address);
    if (name) await deps.storeName(contact, name);
  }

  /** Whether this person is to be asked for now; from then on not again for long. */
  function isNew({ account, from }: ItemOf<'message'>): boolean {
    const person = `${accountKey(account.channel, account.externalId)}:${from.address}`;
    if (asked.has(person)) return false;
    const [oldest] = asked;
    if (asked.size >= MAX_REMEMBERED && oldest !== undefined) asked.delete(oldest);
    asked.add(person);
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
