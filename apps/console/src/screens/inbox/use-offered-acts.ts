import { useTexts } from '../../i18n/language-context.tsx';
import { useOfferedCommands } from '../../shell/page-commands.ts';
import { shellTexts } from '../../shell/texts.ts';
import type { InboxKeys } from './use-inbox-keys.ts';

/** What the keys do with the open conversation, in the palette. */
export function useOfferedActs(keys: InboxKeys, isOpen: boolean): void {
  const t = useTexts(shellTexts);
  const acts = [
    { title: t('help_answer'), run: keys.onAnswer },
    { title: t('help_resolve'), run: keys.onResolve },
    { title: t('help_assign'), run: () => keys.onAsk('assign') },
    { title: t('help_label'), run: () => keys.onAsk('labels') },
    { title: t('help_snooze'), run: () => keys.onAsk('snooze') },
    { title: t('help_unread'), run: keys.onUnread },
    { title: t('help_archive'), run: keys.onArchive },
  ];
  useOfferedCommands(isOpen ? acts : []);
}
