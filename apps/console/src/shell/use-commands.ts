import { hasWords, wordsOf } from '@parley/common/words-of';
import { useNavigate } from '@tanstack/react-router';
import { useChange, useList, useOperation } from '../api/use-operations.ts';
import { useTexts } from '../i18n/language-context.tsx';
import { runBeforeSignOut } from './before-sign-out.ts';
import { useOwnLanguage } from './own-language.ts';
import { queryClient } from './query-client.ts';
import { isAllowed, useSession } from './session-context.tsx';
import { shellTexts } from './texts.ts';
import { useTheme } from './theme-context.tsx';
import { useScreens } from './use-screens.ts';
import { useWorkspaceCommands } from './use-workspaces.ts';

export interface Command {
  /** For commands that may share a title. */
  id?: string;
  title: string;
  run: () => void;
}

/** Commands for the reader: account, language, theme, sign-out. */
export function useOwnCommands(): Command[] {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  const { language, choose } = useOwnLanguage();
  const { theme, setTheme } = useTheme();
  const signOut = useChange('sign-out');
  const leave = async (): Promise<void> => {
    await runBeforeSignOut();
    try {
      await signOut.mutateAsync({});
    } catch {
      // The account menu shows the error.
      return;
    }
    await navigate({ to: '/sign-in' });
    queryClient.clear();
  };
  return [
    { title: t('account'), run: () => void navigate({ to: '/account' }) },
    { title: t('other_language'), run: () => choose(language === 'en' ? 'ar' : 'en') },
    {
      title: theme === 'dark' ? t('to_light') : t('to_dark'),
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    { title: t('sign_out'), run: () => void leave() },
  ];
}

/** Commands for the saved views of the inbox. */
function useViewCommands(): Command[] {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  const session = useSession();
  const { data } = useOperation('list-views', {}, { isOn: isAllowed(session, 'inbox.use') });
  return (data?.items ?? []).map(({ id, name }) => ({
    id,
    title: t('palette_view', { name }),
    run: () => void navigate({ to: '/inbox', search: { view: id } }),
  }));
}

/**
 * All commands of the palette: the screens that the reader may see, the views of the inbox, other workspaces, then their own
 * commands.
 */
export function useCommands(): Command[] {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  const screens = useScreens();
  const views = useViewCommands();
  const workspaces = useWorkspaceCommands();
  return [
    ...screens.map(({ name, path }) => ({ title: t(name), run: () => void navigate({ to: path }) })),
    ...views,
    ...workspaces,
    ...useOwnCommands(),
  ];
}

/** More labels than these are found by more of their title. */
const LABELS_SHOWN = 5;

/** Commands that list the conversations of the labels that have the typed words. */
export function useLabelCommands(typed: string): Command[] {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  const session = useSession();
  const sought = wordsOf(typed);
  const isOn = sought.length > 0 && isAllowed(session, 'inbox.use');
  const { data } = useList('list-labels', {}, { isOn });
  if (!isOn) return [];
  return (data ?? [])
    .filter(({ title }) => hasWords(title, sought))
    .slice(0, LABELS_SHOWN)
    .map(({ id, title }) => ({
      id,
      title: t('palette_label', { title }),
      run: () => void navigate({ to: '/inbox', search: { label: id, status: 'all' } }),
    }));
}

/** A command that searches messages and people for the typed text; none if the reader may not search. */
export function useSearchCommand(typed: string): Command[] {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  const session = useSession();
  const q = typed.trim();
  if (wordsOf(q).length === 0 || !isAllowed(session, 'inbox.use')) return [];
  return [{ title: t('palette_search', { text: q }), run: () => void navigate({ to: '/search', search: { q } }) }];
}
