import { useCallback } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { useSession } from '../../../shell/session/session-context.tsx';
import { inboxTexts } from '../../../texts/inbox.ts';
import type { AvatarIcon } from '../../../ui/marks/avatar.tsx';
import type { Message } from './conversation.ts';

type Sent = Pick<Message, 'origin' | 'sent_by'>;

const ORIGINS = { api: 'origin_api', bot: 'origin_bot', phone: 'origin_phone' } as const;

/**
 * Returns a function that names the sender of an outgoing message: the reader, a colleague, the operator, or a program;
 * null for a customer's message.
 */
export function useSenderName(namesOf: ReadonlyMap<string, string>): (sent: Sent) => string | null {
  const t = useTexts(inboxTexts);
  const { member } = useSession();
  const ownId = member?.id;
  return useCallback(
    ({ origin, sent_by: id }) => {
      if (origin === 'customer') return null;
      if (id !== undefined) return id === ownId ? t('me') : (namesOf.get(id) ?? t('other_member'));
      return origin === 'dashboard' ? t('operator') : t(ORIGINS[origin]);
    },
    [t, namesOf, ownId],
  );
}

/** The facts that identify the sender of a message. */
export type SentMessage = Sent & Pick<Message, 'author'>;

/** The sender of a message, as the thread shows it. */
export interface Sender {
  name: string;
  /** The name that the initials are taken from: for "You" the reader's own. */
  fullName: string;
  /** Identifies the person: the colour of the initials. */
  seed: string;
  icon: AvatarIcon | undefined;
}

/** Returns a function that describes the sender of any message; `customer` is the name of the conversation. */
export function useSender(namesOf: ReadonlyMap<string, string>, customer: string): (sent: SentMessage) => Sender {
  const nameOf = useSenderName(namesOf);
  return useCallback(
    (sent) => {
      const { origin, sent_by: id, author } = sent;
      const isProgram = origin === 'bot' || origin === 'api' || origin === 'phone';
      const name = nameOf(sent) ?? author ?? customer;
      return {
        name,
        fullName: (id !== undefined && namesOf.get(id)) || name,
        seed: id ?? author ?? origin,
        icon: isProgram ? origin : undefined,
      };
    },
    [nameOf, namesOf, customer],
  );
}
