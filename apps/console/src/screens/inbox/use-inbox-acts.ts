import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import type { OperationError } from '../../api/call-gateway.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useOfferedCommands } from '../../shell/commands/page-commands.ts';
import { useTypedAhead } from '../../shell/keys/use-typed-ahead.ts';
import { shellTexts } from '../../texts/shell.ts';
import type { Asked } from './conversation/asked.ts';
import type { Conversation } from './conversation/conversation.ts';
import { CHANGED_BY_PEOPLE, useDeciding } from './conversation/use-deciding.ts';
import { type Undo, useUndo } from './conversation/use-undo.ts';
import { type GoOn, useGoOn } from './list/use-go-on.ts';
import { useOpenNext } from './list/use-open-next.ts';
import type { RowsListed } from './list/use-rows-listed.ts';
import { focusThread, type InboxKeys, useInboxKeys } from './use-inbox-keys.ts';
import { type InboxPlace, inPlace } from './views/use-views.ts';

interface Shown {
  chosenId: number | undefined;
  rows: RowsListed;
  place: InboxPlace;
}

export interface InboxActs {
  /** The text field of the answer. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** The answer button of the newest comment, if there is no text field. */
  answerButton: RefObject<HTMLButtonElement | null>;
  areViewsOpen: boolean;
  openViews(isOpen: boolean): void;
  /** Whether a new message is being written. */
  isStarting: boolean;
  start(isOpen: boolean): void;
  /** The open question about the chosen conversation. */
  asked: Asked | null;
  ask(asked: Asked | null): void;
  onDecided: Undo['offer'];
  goOn: GoOn;
  error: OperationError | null;
}

/** The actions of the inbox on its list and the chosen conversation, by key, palette or button. */
export function useInboxActs({ chosenId, rows, place }: Shown): InboxActs {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [areViewsOpen, openViews] = useState(false);
  const [isStarting, start] = useState(false);
  const [asked, ask] = useState<Asked | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const answerButton = useRef<HTMLButtonElement>(null);
  const undo = useUndo();
  const openNext = useOpenNext({ chosenId, rows, place });
  const onDecided: Undo['offer'] = (before, decision) => {
    undo.offer(before, decision);
    openNext(before, decision);
  };
  const { decide, error } = useDeciding(onDecided);
  const unread = useChange('mark-conversation-unread', { refreshes: CHANGED_BY_PEOPLE });
  const goOn = useGoOn({ rows, place, onResolve: (answered) => decide(answered, { status: 'resolved' }) });
  const hasChosen = chosenId !== undefined;
  const step = (by: 1 | -1): void => {
    const next = rows.next(by);
    if (next) void navigate({ to: '/inbox', search: inPlace(place, next.id) });
  };
  /** The open conversation, which a filter may keep out of the list. */
  const chosen = (): Conversation | undefined =>
    rows.listed.current.find(({ id }) => id === chosenId) ??
    queries.getQueryData(['get-conversation', { id: chosenId }]);
  const keys: InboxKeys = {
    onNext: () => step(1),
    onPrevious: () => step(-1),
    onOpen: () => (hasChosen ? focusThread() : step(1)),
    onAnswer: () => (field.current ?? answerButton.current)?.focus(),
    onViews: () => openViews(true),
    onNew: () => start(true),
    onAsk: (what) => ask(hasChosen ? what : null),
    onArchive() {
      const row = chosen();
      if (row) decide(row, { status: 'archived' });
    },
    // Closed first: an open conversation is marked as read as soon as a live event shows that it is unread.
    onUnread() {
      if (hasChosen)
        void navigate({ to: '/inbox', search: inPlace(place) }).then(() => unread.mutate({ id: chosenId }));
    },
    onResolve() {
      const row = chosen();
      if (row) decide(row, { status: row.status === 'open' ? 'resolved' : 'open' });
    },
  };
  useInboxKeys(keys);
  useTypedAhead((hasChosen && asked !== null) || isStarting);
  useOfferedActs(keys, hasChosen);
  return {
    ...{ field, answerButton, areViewsOpen, openViews, isStarting, start, asked, ask, goOn },
    onDecided,
    error: error ?? undo.error ?? unread.error,
  };
}

/** Offers the shortcuts for the open conversation in the palette. */
function useOfferedActs(keys: InboxKeys, isOpen: boolean): void {
  const t = useTexts(shellTexts);
  const acts = [
    { title: t('help_answer'), run: keys.onAnswer },
    { title: t('help_resolve'), run: keys.onResolve },
    { title: t('help_assign'), run: () => keys.onAsk('assign') },
    { title: t('help_label'), run: () => keys.onAsk('labels') },
    { title: t('help_snooze'), run: () => keys.onAsk('snooze') },
    { title: t('help_unread'), run: keys.onUnread },
    { title: t('help_archive'), run: keys.onArchive },
  ];
  useOfferedCommands(isOpen ? acts : []);
}
