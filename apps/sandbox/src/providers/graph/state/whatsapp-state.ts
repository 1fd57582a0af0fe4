import { type BoundedRing, makeBoundedRing } from '../../../state/bounded-ring.ts';
import type { BusinessAccount, PhoneNumber } from './business-account.ts';
import { seedBusinessAccount } from './seed-whatsapp.ts';

/** The sandbox's memory of the WhatsApp Cloud API. */
export interface WhatsappState {
  businessAccounts: Map<string, BusinessAccount>;
  phoneNumbers: Map<string, PhoneNumber>;
  /** Addresses that the network knows under another id. */
  aliases: Map<string, string>;
  readMarks: BoundedRing<{ account: string; message_id: string; at: string }>;
  addBusinessAccount(account: BusinessAccount): void;
  reset(): void;
}

const MAX_READ_MARKS = 50_000;

export function makeWhatsappState(): WhatsappState {
  const state: WhatsappState = {
    businessAccounts: new Map(),
    phoneNumbers: new Map(),
    aliases: new Map(),
    readMarks: makeBoundedRing({ maxEntries: MAX_READ_MARKS }),
    addBusinessAccount(account) {
      state.businessAccounts.set(account.id, account);
      for (const number of account.numbers) state.phoneNumbers.set(number.id, number);
    },
    reset() {
      for (const store of [state.businessAccounts, state.phoneNumbers, state.aliases, state.readMarks]) store.clear();
      state.addBusinessAccount(seedBusinessAccount());
    },
  };
  state.addBusinessAccount(seedBusinessAccount());
  return state;
}
