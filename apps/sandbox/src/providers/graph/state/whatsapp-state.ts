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
  /** Lengths of the files of open upload sessions, by session. */
  uploads: Map<string, number>;
  /** Uploaded samples. */
  sampleHandles: Set<string>;
  /** The number of the next template. */
  templateCounter: { next: number };
  nextTemplateId(): string;
  addBusinessAccount(account: BusinessAccount): void;
  reset(): void;
}

const MAX_READ_MARKS = 50_000;

const FIRST_TEMPLATE_ID = 800_000_000_000_001;

export function makeWhatsappState(): WhatsappState {
  const state: WhatsappState = {
    businessAccounts: new Map(),
    phoneNumbers: new Map(),
    aliases: new Map(),
    readMarks: makeBoundedRing({ maxEntries: MAX_READ_MARKS }),
    uploads: new Map(),
    sampleHandles: new Set(),
    templateCounter: { next: FIRST_TEMPLATE_ID },
    nextTemplateId: () => String(state.templateCounter.next++),
    addBusinessAccount(account) {
      state.businessAccounts.set(account.id, account);
      for (const number of account.numbers) state.phoneNumbers.set(number.id, number);
    },
    reset() {
      const { businessAccounts, phoneNumbers, aliases, readMarks, uploads, sampleHandles } = state;
      for (const store of [businessAccounts, phoneNumbers, aliases, readMarks, uploads, sampleHandles]) store.clear();
      state.addBusinessAccount(seedBusinessAccount());
    },
  };
  state.addBusinessAccount(seedBusinessAccount());
  return state;
}
