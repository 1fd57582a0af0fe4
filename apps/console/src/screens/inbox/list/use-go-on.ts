import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Conversation, nameOf } from '../conversation/conversation.ts';
import { type InboxPlace, inPlace } from '../views/use-views.ts';
import type { RowsListed } from './use-rows-listed.ts';

/** A conversation that was left, and whose answer then failed. */
interface UnsentAnswer {
  id: number;
  name: string;
}

export interface GoOn {
  goOn(conversation: Conversation, sent: Promise<boolean>): void;
  unsent: UnsentAnswer | null;
  forget(): void;
}

interface Shown {
  rows: RowsListed;
  place: InboxPlace;
  onResolve: (conversation: Conversation) => void;
}

/**
 * Send and resolve: opens the next conversation of the list at once, and resolves the answered one after the platform
 * accepts the answer. If the answer fails, its conversation stays open, and the failure is reported above the list.
 */
export function useGoOn({ rows, place, onResolve }: Shown): GoOn {
  const navigate = useNavigate();
  const [unsent, setUnsent] = useState<UnsentAnswer | null>(null);
  return {
    unsent,
    forget: () => setUnsent(null),
    goOn(conversation, sent) {
      const { id } = conversation;
      const next = rows.next(1) ?? rows.next(-1);
      void navigate({ to: '/inbox', search: inPlace(place, next?.id === id ? undefined : next?.id) });
      void sent.then((isSent) => {
        if (isSent) onResolve(conversation);
        else setUnsent({ id, name: nameOf(conversation) });
      });
    },
  };
}
