import { useSearch } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useLiveEvents } from '../../live/live-context.tsx';
import { inboxTexts } from '../../texts/inbox.ts';
import { setTabTitle } from '../../ui/page/tab-title.ts';
import { useSelection } from './bulk/use-selection.ts';
import { useResend } from './compose/use-resend.ts';
import { ConversationColumn } from './conversation/conversation-column.tsx';
import { Erasing } from './erase/erasing.tsx';
import { useFilter } from './filters/use-filter.ts';
import { ListColumn } from './list/list-column.tsx';
import { useRowsListed } from './list/use-rows-listed.ts';
import { PhoneBeside, usePhone } from './phone-beside.tsx';
import { useInboxActs } from './use-inbox-acts.ts';
import { useInboxPlace } from './views/use-views.ts';

const READ_AGAIN = [
  'list-conversations',
  'get-conversation',
  'list-conversation-messages',
  'list-comment-thread',
  'list-conversation-changes',
] as const;
const COUNTS = ['count-conversations'] as const;
/** Receipts are the most frequent events, and change no count. */
const LIVE = {
  any: READ_AGAIN,
  inbox_changed: [...READ_AGAIN, ...COUNTS],
  'message.received': COUNTS,
  'message.sent': COUNTS,
  'comment.received': COUNTS,
} as const;
/** Poll interval, for a changed name or a lost hint. */
const EVERY_MS = 5000;
const MEMBERS = 200;
/** Gives new members a name in open pages. */
const MEMBERS_EVERY_MS = 60_000;

/** The members' names by id. */
function useNames(): ReadonlyMap<string, string> {
  const { data } = useList('list-members', { limit: MEMBERS }, { everyMs: MEMBERS_EVERY_MS });
  return useMemo(() => new Map((data ?? []).map(({ id, name }) => [id, name])), [data]);
}

/** The inbox: conversations, the messages of one of them, and the composer. */
export function InboxScreen() {
  useLiveEvents(LIVE);
  const t = useTexts(inboxTexts);
  const address = useSearch({ from: '/shell/inbox' });
  const { id: chosenId } = address;
  const place = useInboxPlace();
  const namesOf = useNames();
  const shown = useFilter(chosenId);
  const filterKey = JSON.stringify(shown.filter);
  const rows = useRowsListed(chosenId, filterKey);
  const selection = useSelection(filterKey);
  const acts = useInboxActs({ chosenId, rows, place });
  const phone = usePhone();
  useEffect(() => {
    setTabTitle(t('title'));
  }, [t]);
  useOpenMark(chosenId !== undefined);
  useResend();
  return (
    <Erasing>
      <div
        className={`-mx-4 -my-6 grid h-[calc(100dvh-var(--frame-top)-var(--frame-bottom))] grid-rows-[minmax(0,1fr)] sm:-mx-8 lg:min-h-96 lg:grid-cols-[22rem_1fr] ${phone.isShown ? 'xl:grid-cols-[22rem_1fr_24rem]' : ''}`}
      >
        <ListColumn {...{ chosenId, namesOf, shown, filterKey, rows, selection, acts, phone }} everyMs={EVERY_MS} />
        <ConversationColumn {...{ address, place, namesOf, acts }} everyMs={EVERY_MS} />
        <PhoneBeside phone={phone} />
      </div>
    </Erasing>
  );
}

/** Marks the page while a conversation is open: styles.css gives it the whole height, and keeps toasts off its composer. */
function useOpenMark(isOpen: boolean): void {
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-conversation', isOpen);
    return () => document.documentElement.removeAttribute('data-conversation');
  }, [isOpen]);
}
