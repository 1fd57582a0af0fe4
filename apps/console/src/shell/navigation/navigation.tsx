import { Link } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useLiveEvents } from '../../live/live-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { Tooltip } from '../../ui/buttons/tooltip.tsx';
import { setTabUnread } from '../../ui/page/tab-title.ts';
import { SCREEN_GROUPS, type Screen } from '../screens.ts';
import { isAllowed, useSession } from '../session/session-context.tsx';
import { screenOfTrouble } from './screen-of-trouble.ts';
import { CORNER, UnreadMark } from './unread-mark.tsx';
import { useNavigationScreens } from './use-screens.ts';

const UNREAD = { status: 'open', unread: true } as const;
/** Poll interval, in case a live event was lost. */
const UNREAD_EVERY_MS = 15_000;

/** The number of open conversations with unread messages; 0 if the reader may not use the inbox. */
export function useUnread(): number {
  const session = useSession();
  useLiveEvents({ inbox_changed: ['count-conversations'], 'message.received': ['count-conversations'] });
  const { data } = useOperation('count-conversations', UNREAD, {
    isOn: isAllowed(session, 'inbox.use'),
    everyMs: UNREAD_EVERY_MS,
  });
  return data?.count ?? 0;
}

/** Shows the unread count in the tab of the browser. */
export function TabUnread() {
  const unread = useUnread();
  useEffect(() => {
    setTabUnread(unread);
    return () => setTabUnread(0);
  }, [unread]);
  return null;
}

interface LinkProps {
  screen: Screen;
  /** Unread conversations of the inbox. */
  unread: number;
  /** Whether it needs attention. */
  isMarked: boolean;
  isCollapsed: boolean;
}

/** A link to a screen. What is marked on it is its accessible description, not a part of its name. */
function ScreenLink({ screen: { name, path, icon: Icon }, unread, isMarked, isCollapsed }: LinkProps) {
  const t = useTexts(shellTexts);
  const id = useId();
  const hasCount = name === 'inbox' && unread > 0;
  return (
    <>
      <Tooltip label={t(name)} isOn={isCollapsed}>
        <Link
          to={path}
          activeOptions={{ exact: path === '/' }}
          aria-describedby={hasCount || isMarked ? id : undefined}
          className="relative flex min-h-7.5 items-center gap-2.5 rounded-lg px-2 text-muted hover:bg-raised hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {Icon && <Icon aria-hidden className="size-4.5 shrink-0" />}
          <span className={isCollapsed ? 'sr-only' : 'truncate'}>{t(name)}</span>
          {hasCount && <UnreadMark count={unread} isCollapsed={isCollapsed} />}
          {isMarked && (
            <span aria-hidden className={`size-2 rounded-full bg-warn ${isCollapsed ? CORNER : 'ms-auto'}`} />
          )}
        </Link>
      </Tooltip>
      {(hasCount || isMarked) && (
        <span id={id} hidden>
          {hasCount ? t('unread_count', { count: unread }) : t('needs_attention')}
        </span>
      )}
    </>
  );
}

/** The screens that the reader may see, in groups; only their icons if it is collapsed. */
export function Navigation({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const t = useTexts(shellTexts);
  const screens = useNavigationScreens();
  const unread = useUnread();
  const marked = useMarkedScreens();
  return (
    <nav aria-label={t('navigation')} className="grid gap-4">
      {SCREEN_GROUPS.map((group) => {
        const shown = screens.filter((screen) => screen.group === group);
        if (shown.length === 0) return null;
        return (
          <div key={group} className="grid gap-0.5">
            {group !== 'daily' && (
              <p
                className={
                  isCollapsed ? 'mb-2 h-px bg-line text-transparent' : 'px-2 pb-0.5 text-xs font-medium text-muted'
                }
              >
                {!isCollapsed && t(group)}
              </p>
            )}
            {shown.map((screen) => (
              <ScreenLink
                key={screen.name}
                screen={screen}
                unread={unread}
                isMarked={marked.has(screen.name)}
                isCollapsed={isCollapsed}
              />
            ))}
          </div>
        );
      })}
    </nav>
  );
}

/** Without one of these a member sees no trouble. */
const SEEING = ['channels.manage', 'webhooks.manage', 'credit.read', 'bots.manage'] as const;
const EVERY_MS = 60_000;

/** The screens that need attention, looked up every minute. */
function useMarkedScreens(): ReadonlySet<Screen['name']> {
  const session = useSession();
  const isOn = SEEING.some((permission) => isAllowed(session, permission));
  const { data } = useOperation('list-attention', {}, { isOn, everyMs: EVERY_MS });
  if (!isOn || !data) return new Set();
  return new Set([...data.items, ...(data.coming ?? [])].map(screenOfTrouble));
}
