import { useFormats } from '../../i18n/language-context.tsx';
import { cappedCount } from '../../ui/figures/capped-count.ts';

/** The place of a dot on the icon of a collapsed sidebar. */
export const CORNER = 'absolute end-1.5 top-1.5';

/** The unread count at the end of an entry of the sidebar; a dot where the sidebar is collapsed. Not read aloud. */
export function UnreadMark({ count, isCollapsed }: { count: number; isCollapsed: boolean }) {
  const { number } = useFormats();
  return (
    <span
      aria-hidden
      className={
        isCollapsed
          ? `${CORNER} size-2 rounded-full bg-accent`
          : 'ms-auto text-sm font-semibold text-accent tabular-nums'
      }
    >
      {!isCollapsed && cappedCount(count, number)}
    </span>
  );
}
