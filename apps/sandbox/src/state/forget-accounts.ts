import type { BoundedMap } from './bounded-map.ts';
import type { SandboxState } from './sandbox-state.ts';

/** Whether a key such as `wa:106540352242922:16505551234` names one of the accounts. */
const names = (accounts: ReadonlySet<string>, key: string): boolean =>
  key.split(':').some((part) => accounts.has(part));

/** Deletes the entries whose key names one of the accounts, or that `which` selects. */
export function forgetKeys<T>(
  map: BoundedMap<T>,
  accounts: ReadonlySet<string>,
  which: (value: T) => boolean = () => false,
): void {
  for (const [key, value] of [...map.entries()]) if (names(accounts, key) || which(value)) map.delete(key);
}

/**
 * Removes accounts with everything that the providers, the simulated people and the receivers remember of them. The
 * accounts are business accounts and numbers of WhatsApp, bots, pages and accounts of Instagram.
 */
export function forgetAccounts(
  state: SandboxState,
  given: { accounts: readonly string[]; receivers: readonly string[]; files: readonly string[] },
): void {
  const accounts: ReadonlySet<string> = new Set(given.accounts);
  const { whatsapp, telegram, meta } = state;
  for (const id of accounts)
    for (const store of [whatsapp.businessAccounts, whatsapp.phoneNumbers, telegram.bots, meta.pages]) store.delete(id);
  for (const name of given.receivers) state.receivers.delete(name);
  for (const id of given.files) state.media.delete(id);
  forgetKeys(state.customers, accounts);
  forgetKeys(state.typing, accounts);
  forgetKeys(state.threads, accounts);
  forgetKeys(telegram.messages, accounts);
  forgetKeys(telegram.callbackQueries, accounts);
  forgetKeys(meta.newestOutbound, accounts);
  forgetKeys(meta.tokens, accounts, ({ pageId }) => pageId !== null && accounts.has(pageId));
  forgetKeys(meta.comments, accounts, ({ account }) => accounts.has(account));
  state.sent.remove(({ account }) => accounts.has(account));
  state.acts.remove(({ account }) => accounts.has(account));
  whatsapp.readMarks.remove(({ account }) => accounts.has(account));
}
