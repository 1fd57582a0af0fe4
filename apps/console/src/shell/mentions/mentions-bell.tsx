import { Bell } from 'lucide-react';
import { lazy, useId } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useLiveEvents } from '../../live/live-context.tsx';
import { mentionsTexts } from '../../texts/shell-more.ts';
import { PopupButton } from '../../ui/buttons/popup-button.tsx';
import { UnreadMark } from '../navigation/unread-mark.tsx';

const load = () => import('./opened-mentions.tsx');
const OpenedMentions = lazy(() => load().then((file) => ({ default: file.OpenedMentions })));

const MENTIONS = { limit: 20 } as const;
/** Poll interval, in case a live event was lost. */
const EVERY_MS = 60_000;
const LIVE = { inbox_changed: ['list-mentions'] } as const;

/** The bell: how many notes mention the reader that they have not seen, and a menu of them. */
export function MentionsBell({ isCollapsed }: { isCollapsed: boolean }) {
  useLiveEvents(LIVE);
  const t = useTexts(mentionsTexts);
  const id = useId();
  const unread = useOperation('list-mentions', MENTIONS, { everyMs: EVERY_MS }).data?.unread ?? 0;
  const hint = isCollapsed ? t('mentions') : undefined;
  const button = {
    'aria-describedby': id,
    className:
      'relative flex min-h-8 w-full min-w-8 items-center gap-2.5 rounded-lg px-2 text-muted hover:bg-raised hover:text-ink',
    children: (
      <>
        <Bell aria-hidden className="size-4.5 shrink-0" />
        <span className={isCollapsed ? 'sr-only' : 'truncate'}>{t('mentions')}</span>
        {unread > 0 && <UnreadMark count={unread} isCollapsed={isCollapsed} />}
      </>
    ),
  };
  return (
    <>
      <PopupButton popup="menu" load={load} button={button} hint={hint}>
        <OpenedMentions asked={MENTIONS} button={button} hint={hint} />
      </PopupButton>
      <span id={id} hidden>
        {unread > 0 && t('unread', { count: unread })}
      </span>
    </>
  );
}
