import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { LANGUAGE_CHOICES } from '../../i18n/languages.ts';
import { shellTexts } from '../../texts/shell.ts';
import { queryClient } from '../query-client.ts';
import { runBeforeSignOut } from '../session/before-sign-out.ts';
import { useOwnLanguage } from '../session/own-language.ts';
import { useTheme } from '../theme-context.tsx';

export interface Command {
  /** Distinguishes commands that may share a title. */
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
    ...LANGUAGE_CHOICES.filter(({ value }) => value !== language).map(({ value, text }) => ({
      title: text,
      run: () => choose(value),
    })),
    {
      title: theme === 'dark' ? t('to_light') : t('to_dark'),
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    { title: t('sign_out'), run: () => void leave() },
  ];
}
