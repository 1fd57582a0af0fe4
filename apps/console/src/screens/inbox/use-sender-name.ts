import { useCallback } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session-context.tsx';
import type { Message } from './conversation.ts';
import { inboxTexts } from './texts.ts';

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
