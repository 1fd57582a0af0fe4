import { PanelLeft, Search } from 'lucide-react';
import { useTexts } from '../../i18n/language-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { Tooltip } from '../../ui/buttons/tooltip.tsx';
import { AccountMenu, WorkspaceMenu } from './frame-menus.tsx';
import { MentionBell } from './mention-bell.tsx';
import { Navigation } from './navigation.tsx';

interface Props {
  isCollapsed: boolean;
  onToggle: () => void;
  onPalette: () => void;
}

const PALETTE_KEY = 'Ctrl K';
const ROW = 'flex min-h-8 items-center gap-2.5 rounded-lg px-2 text-muted hover:bg-raised hover:text-ink';

/** The sidebar of wide windows: workspace, search, screens and account. */
export function Sidebar({ isCollapsed, onToggle, onPalette }: Props) {
  const t = useTexts(shellTexts);
  const toggleTitle = isCollapsed ? t('expand') : t('collapse');
  return (
    <aside className="sticky top-0 hidden h-dvh min-w-0 flex-col gap-3 border-e border-line bg-surface p-2 lg:flex">
      <WorkspaceMenu isCollapsed={isCollapsed} />
      <Tooltip label={t('palette')} shortcut={PALETTE_KEY} isOn={isCollapsed}>
        <button type="button" onClick={onPalette} className={`${ROW} border border-line`}>
          <Search aria-hidden className="size-4 shrink-0" />
          <span className={isCollapsed ? 'sr-only' : 'truncate'}>{t('palette')}</span>
          {!isCollapsed && (
            <kbd aria-hidden className="ms-auto shrink-0 font-mono text-xs">
              {PALETTE_KEY}
            </kbd>
          )}
        </button>
      </Tooltip>
      <MentionBell isCollapsed={isCollapsed} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Navigation isCollapsed={isCollapsed} />
      </div>
      <Tooltip label={toggleTitle} shortcut="[">
        <button
          type="button"
          aria-label={toggleTitle}
          aria-expanded={!isCollapsed}
          aria-keyshortcuts="["
          onClick={onToggle}
          className={ROW}
        >
          <PanelLeft aria-hidden className="size-4.5 shrink-0 rtl:-scale-x-100" />
          {!isCollapsed && <span className="truncate">{t('collapse')}</span>}
        </button>
      </Tooltip>
      <AccountMenu isCollapsed={isCollapsed} />
    </aside>
  );
}
