import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { queryClient } from '../query-client.ts';
import { runBeforeSignOut } from './before-sign-out.ts';
import { type Session, useSession } from './session-context.tsx';

/** One command for each other workspace of the reader, which switches the session to it. */
export function useWorkspaceCommands(): { id: string; title: string; run: () => void }[] {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  const { workspaces, tenant } = useSession();
  // A workspace that the reader was removed from is no longer in the list.
  const change = useChange('switch-workspace', { refreshes: ['me'] });
  const go = async (slug: string): Promise<void> => {
    await runBeforeSignOut();
    try {
      await change.mutateAsync({ slug });
    } catch {
      // The account menu shows the error.
      return queryClient.invalidateQueries({ queryKey: ['me'] });
    }
    await navigate({ to: '/' });
  };
  return workspaces
    .filter(({ slug }) => slug !== tenant?.slug)
    .map(({ slug, name }) => ({
      id: `workspace-${slug}`,
      title: t('go_to_workspace', { name }),
      run: () => void go(slug),
    }));
}

/** Drops the data of the previous workspace when the session switches, possibly from a second tab. */
export function useFollowWorkspace({ tenant }: Session): void {
  const slug = tenant?.slug;
  const shown = useRef(slug);
  useEffect(() => {
    if (shown.current === slug) return;
    shown.current = slug;
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
  }, [slug]);
}
