import type { InboundItem } from '@parley/providers/inbound-item';
import { findConnectedAccounts } from '../batch/account.store.ts';
import type { ItemOf } from '../batch/addressed.rules.ts';
import { accountKey, type ConnectedAccount, connectedAccount } from '../batch/connected-account.rules.ts';
import { namedAccounts } from '../callbacks/named-accounts.rules.ts';
import { findToken } from '../callbacks/token.store.ts';
import type { InboundService } from '../service.ts';
import { type ContactName, isNameless, storeName } from './contact.store.ts';

/** Channels whose webhooks contain no names (docs/reference/fb.md#profiles). */
const isNamelessChannel = ({ account, from }: ItemOf<'message'>): boolean =>
  (account.channel === 'fb' || account.channel === 'ig') && from.name === null && from.username === null;

/** The person's profile at the provider; null where there is none. */
async function readProfile(
  { database, cipher, pages }: InboundService,
  { channel, externalId }: ConnectedAccount,
  personId: string,
): Promise<ContactName | null> {
  if (channel !== 'fb' && channel !== 'ig') return null;
  const token = await findToken(database, cipher, { channel, externalId, name: 'access_token' });
  if (token === null) return null;
  const profile = await pages.getProfile(channel, personId, token);
  return profile.ok ? profile.value : null;
}

async function learnName(service: InboundService, item: ItemOf<'message'>): Promise<void> {
  const { database, logger } = service;
  try {
    const { address } = item.from;
    const account = connectedAccount(await findConnectedAccounts(database, namedAccounts([item])), item.account);
    if (!account) return;
    const contact = { tenantId: account.tenantId, channel: account.channel, address };
    if (!(await isNameless(database, contact))) return;
    const name = await readProfile(service, account, address);
    if (name) await storeName(database, contact, name);
  } catch (error) {
    logger.debug('profile.lookup-failed', { err: error }, 'A person’s name could not be read at the provider.');
  }
}

/** Whether to look this person up now; then false for some time. */
function isNew({ askedPeople }: InboundService, { account, from }: ItemOf<'message'>): boolean {
  const person = `${accountKey(account.channel, account.externalId)}:${from.address}`;
  if (askedPeople.has(person)) return false;
  askedPeople.set(person, true);
  return true;
}

/** Looks up senders' names that a webhook does not contain: after the commit, in the background, best effort. */
export function learnNames(service: InboundService, items: readonly InboundItem[]): void {
  for (const item of items) {
    if (service.nameLookUps.isBusy()) return;
    if (item.kind === 'message' && isNamelessChannel(item) && isNew(service, item))
      service.nameLookUps.run(() => learnName(service, item));
  }
}
