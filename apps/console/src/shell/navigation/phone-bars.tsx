import { Link } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { useTexts } from '../../i18n/language-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { AccountMenu, WorkspaceMenu } from './frame-menus.tsx';
import { MentionBell } from './mention-bell.tsx';
import { useUnread } from './navigation.tsx';
import { useNavigationScreens } from './use-screens.ts';

/** The header of narrow windows. */
export function PhoneHeader({ onPalette }: { onPalette: () => void }) {
  const t = useTexts(shellTexts);
  return (
    <header className="frame-bar sticky top-0 z-20 flex h-(--frame-top) items-center gap-1 border-b border-line bg-surface px-2 lg:hidden">
      <div className="min-w-0 flex-1">
        <WorkspaceMenu />
      </div>
      <IconButton label={t('palette')} icon={Search} iconClass="size-5" className="size-10" onClick={onPalette} />
      <MentionBell isCollapsed />
      <AccountMenu isCollapsed />
    </header>
  );
}

/** Number of screens in the bottom navigation; its menu lists all of them. */
const PLACES = 3;
const PLACE = 'relative grid flex-1 content-center justify-items-center gap-0.5 text-xs text-muted';

/** The navigation at the bottom of narrow windows. */
export function BottomNavigation({ onMenu }: { onMenu: () => void }) {
  const t = useTexts(shellTexts);
  const screens = useNavigationScreens();
  const unread = useUnread();
  return (
    <nav
      aria-label={t('main_navigation')}
      className="frame-bar fixed inset-x-0 bottom-0 z-20 flex h-(--frame-bottom) border-t border-line bg-surface lg:hidden"
    >
      {screens.slice(0, PLACES).map(({ name, path, icon: Icon }) => (
        <Link
          key={name}
          to={path}
          activeOptions={{ exact: path === '/' }}
          className={`${PLACE} aria-[current=page]:font-medium aria-[current=page]:text-accent`}
        >
          {Icon && <Icon aria-hidden className="size-5" />}
          <span className="truncate">{t(name)}</span>
          {name === 'inbox' && unread > 0 && (
            <span aria-hidden className="absolute start-1/2 top-1.5 ms-2 size-2 rounded-full bg-accent" />
          )}
        </Link>
      ))}
      <button type="button" className={PLACE} onClick={onMenu}>
        <Menu aria-hidden className="size-5" />
        {t('menu')}
      </button>
    </nav>
  );
}
