import { useTexts } from '../../i18n/language-context.tsx';
import { hasText } from '../../i18n/load-texts.ts';
import { shellTexts } from '../../texts/shell.ts';
import { helpTexts } from '../../texts/shell-more.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

const KEYS = [
  ['Ctrl K', 'help_palette'],
  ['?', 'help_help'],
  ['↑ ↓', 'help_move'],
  ['Esc', 'help_escape'],
  ['[', 'help_sidebar'],
  ['g i', 'help_go'],
  ['/', 'help_search'],
  ['j k', 'help_conversations'],
  ['o', 'help_open'],
  ['v', 'help_views'],
  ['c', 'help_new'],
  ['r', 'help_answer'],
  ['n', 'help_note'],
  ['Ctrl Enter', 'help_send'],
  ['Ctrl Shift Enter', 'help_send_resolve'],
  ['e', 'help_resolve'],
  ['a', 'help_assign'],
  ['l', 'help_label'],
  ['s', 'help_snooze'],
  ['u', 'help_unread'],
  ['#', 'help_archive'],
] as const;

/** Every keyboard shortcut. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(shellTexts);
  const ofHelp = useTexts(helpTexts);
  return (
    <Dialog title={t('help')} isOpen onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {KEYS.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd dir="ltr" className="rounded border border-line bg-raised px-2 py-0.5 font-mono text-sm">
                {key}
              </kbd>
            </dt>
            <dd>{hasText(helpTexts, text) ? ofHelp(text) : t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
