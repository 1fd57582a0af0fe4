import { hasWords, wordsOf } from '@parley/common/text/words-of';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useList, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelTexts, shellTexts } from '../../texts/shell.ts';
import { useScreens } from '../navigation/use-screens.ts';
import { isAllowed, useSession } from '../session/session-context.tsx';
import { useWorkspaceCommands } from '../session/use-workspaces.ts';
import { type Command, useOwnCommands } from './use-own-commands.ts';

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
 * The commands of the palette on every page: the screens that the reader may see, the views of the inbox, other workspaces, then their own
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

/** More people than these are found on the search screen. */
const PEOPLE_SHOWN = 5;

/** Commands that open the newest conversation of the people who are found by a name, a number or its id. */
export function usePersonCommands(typed: string): Command[] {
  const t = useTexts(shellTexts);
  const channelName = useTexts(channelTexts);
  const navigate = useNavigate();
  const session = useSession();
  const q = useSettled(typed.trim());
  const isOn = wordsOf(q).length > 0 && isAllowed(session, 'inbox.use');
  const { data } = useList('search-people', { q, limit: PEOPLE_SHOWN }, { isOn });
  if (!isOn || typed.trim() === '') return [];
  return (data ?? []).flatMap(({ conversation_id: id, name, username, addresses, channel }) => {
    if (id === null) return [];
    const person = name ?? username ?? addresses[0] ?? String(id);
    const title = t('palette_person', { name: person, channel: channelName(channel) });
    return [{ id: `conversation-${id}`, title, run: () => void navigate({ to: '/inbox', search: { id } }) }];
  });
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

/** A search starts when nothing was typed for this long. */
const PAUSE_MS = 250;

/** A text as it was when it last stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
