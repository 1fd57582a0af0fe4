import type { confirmAddress, unsubscribe } from '@parley/common/contracts/internal/recipient-page';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import type { NotificationChannel } from '@parley/common/notification-kinds';
import { kindsOf, mask, modeOf, type Recipient, type RecipientFields, turnOff } from '../domain/recipient.ts';
import {
  isConfirmToken,
  isTurnOffToken,
  type LinkSigner,
  readConfirmToken,
  readTurnOffToken,
} from '../domain/signed-link.ts';
import type { Confirmation } from '../storage/confirmation-store.ts';

export interface FollowLinksDeps {
  findNamedRecipient(id: number): Promise<Recipient | null>;
  findConfirmation(recipientId: number, way: NotificationChannel, now: Date): Promise<Confirmation | null>;
  confirmAddress(given: { recipientId: number; way: NotificationChannel; nonce: string; now: Date }): Promise<boolean>;
  /** Locks the recipient meanwhile. */
  changeKinds(recipient: Recipient, change: (recipient: Recipient) => RecipientFields['kinds']): Promise<void>;
  signer: LinkSigner;
  now(): Date;
}

type Page = OutputOf<typeof confirmAddress>;
const UNKNOWN: Page = { page: null };

/** Links of mails: the holder of one acts on its one address without signing in. */
export function makeFollowLinks(deps: FollowLinksDeps) {
  return {
    /** Confirms an address (docs/reference/notifications.md#confirmation). */
    async confirmAddress({ token, act }: InputOf<typeof confirmAddress>): Promise<Page> {
      const named = readConfirmToken(token);
      if (!named) return UNKNOWN;
      const { recipientId, signature } = named;
      const now = deps.now();
      const recipient = await deps.findNamedRecipient(recipientId);
      const waiting = await deps.findConfirmation(recipientId, 'email', now);
      if (!recipient || !waiting || !isConfirmToken(deps.signer, signature, { recipientId, ...waiting }))
        return UNKNOWN;
      const isDone = act && (await deps.confirmAddress({ recipientId, way: 'email', nonce: waiting.nonce, now }));
      if (act && !isDone) return UNKNOWN;
      return { page: { language: recipient.language, address: mask(waiting.address), kinds: [], isDone } };
    },

    /** Turns a kind off, or everything; idempotent (docs/reference/notifications.md#unsubscribing). */
    async unsubscribe({ token, act }: InputOf<typeof unsubscribe>): Promise<Page> {
      const named = readTurnOffToken(token);
      const recipient = named && (await deps.findNamedRecipient(named.recipientId));
      if (!named || !recipient || recipient.email === null) return UNKNOWN;
      if (!isTurnOffToken(deps.signer, named, recipient.email)) return UNKNOWN;
      const kinds = named.kind === null ? kindsOf(recipient) : [named.kind];
      const isOff = kinds.every((kind) => modeOf(recipient, kind, 'email') === 'off');
      if (act && !isOff) await deps.changeKinds(recipient, (current) => turnOff(current, kinds, 'email'));
      const shown = named.kind === null ? [] : [named.kind];
      return {
        page: { language: recipient.language, address: mask(recipient.email), kinds: shown, isDone: act || isOff },
      };
    },
  };
}
