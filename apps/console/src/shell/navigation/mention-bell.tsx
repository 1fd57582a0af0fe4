import { lazy, Suspense } from 'react';
import { withTexts } from '../../i18n/load-texts.ts';
import { isAllowed, useSession } from '../session/session-context.tsx';

const MentionsBell = lazy(() =>
  withTexts(import('../mentions/mentions-bell.tsx'), 'shell-more').then((file) => ({ default: file.MentionsBell })),
);

/** The bell of a member who uses the inbox. Its place is kept while it loads after the page. */
export function MentionBell({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const session = useSession();
  if (!session.member || !isAllowed(session, 'inbox.use')) return null;
  return (
    <div className="min-h-8 min-w-8">
      <Suspense>
        <MentionsBell isCollapsed={isCollapsed} />
      </Suspense>
    </div>
  );
}
