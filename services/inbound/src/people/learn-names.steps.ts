import { findCredentials, openCredentials } from '@parley/messaging/accounts/credentials';
import type { InboundItem } from '@parley/providers/received/inbound-item';
import { accountKey, type ConnectedAccount, connectedAccount, namedAccounts } from '../batch/account.rules.ts';
import { findConnectedAccounts } from '../batch/account.store.ts';
import type { ItemOf } from '../batch/inbound-message.rules.ts';
import type { InboundService } from '../service.ts';
import { type ContactName, isNameless, storeName } from './contact.store.ts';

/** Channels whose webhooks contain no names (docs/reference/fb.md#profiles). */
const isNamelessChannel = ({ account, from }: ItemOf<'message'>): boolean =>
  (account.channel === 'fb' || account.channel === 'ig') && from.name === null && from.username === null;

/** The person's profile at the provider; null where there is none. */
async function readProfile(
  { database, cipher, pageCallsOf }: InboundService,
  { channel, externalId }: ConnectedAccount,
  personId: string,
): Promise<ContactName | null> {
  if (channel !== 'fb' && channel !== 'ig') return null;
  const stored = await findCredentials(database, channel, externalId);
  const credentials = stored === null ? {} : openCredentials(cipher, stored);
  const { access_token: token } = credentials;
  if (token === undefined) return null;
  const profile = await pageCallsOf(credentials).getProfile(channel, personId, token);
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
