import { useMemo } from 'react';
import type { PendingAnswer } from '../compose/outbox.ts';
import type { Message } from '../conversation.ts';
import { areGrouped } from './group-messages.ts';

const dayOf = ({ at }: Message): string => new Date(at).toDateString();

/** The rows of a thread, by their index. */
export interface Rows {
  count: number;
  messageAt(index: number): Message | undefined;
  pendingAt(index: number): PendingAnswer | undefined;
  keyAt(index: number): string | number;
  beginsDay(index: number): boolean;
  /** Whether it is the first of its sender, minute and day. */
  beginsGroup(index: number): boolean;
  endsGroup(index: number): boolean;
  /** -1 for a message that is not loaded. */
  indexOf(id: string | undefined): number;
}

/**
 * The rows of a thread, oldest first, with unconfirmed answers at the end. Nothing is built for a row before it is
 * shown: there may be 50,000.
 */
export function useRows(newestFirst: readonly Message[], pending: readonly PendingAnswer[]): Rows {
  return useMemo(() => {
    const count = newestFirst.length;
    const messageAt = (index: number): Message | undefined => newestFirst[count - 1 - index];
    const pendingAt = (index: number): PendingAnswer | undefined => pending[index - count];
    const beginsDay = (index: number): boolean => {
      const [before, message] = [messageAt(index - 1), messageAt(index)];
      return message !== undefined && (!before || dayOf(before) !== dayOf(message));
    };
    const beginsGroup = (index: number): boolean =>
      beginsDay(index) || !areGrouped(messageAt(index - 1), messageAt(index));
    return {
      count: count + pending.length,
      messageAt,
      pendingAt,
      keyAt: (index) => messageAt(index)?.message_id ?? pendingAt(index)?.key ?? index,
      beginsDay,
      beginsGroup,
      endsGroup: (index) => messageAt(index + 1) === undefined || beginsGroup(index + 1),
      indexOf(id) {
        const at = id === undefined ? -1 : newestFirst.findIndex(({ message_id }) => message_id === id);
        return at < 0 ? -1 : count - 1 - at;
      },
    };
  }, [newestFirst, pending]);
}
