import { useTexts } from '../i18n/language-context.tsx';
import { shellTexts } from '../texts/shell.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { CommandPalette } from './commands/command-palette.tsx';
import type { Command } from './commands/use-own-commands.ts';
import { HelpDialog } from './keys/help-dialog.tsx';
import { Navigation } from './navigation/navigation.tsx';

export type Opened = 'palette' | 'help' | 'menu';

interface Props {
  opened: Opened;
  /** The commands of the open page. */
  ofPage: readonly Command[];
  onClose: () => void;
}

/** Overlays above every screen, loaded when first opened. */
export function Overlays({ opened, ofPage, onClose }: Props) {
  const t = useTexts(shellTexts);
  if (opened === 'palette') return <CommandPalette ofPage={ofPage} onClose={onClose} />;
  if (opened === 'help') return <HelpDialog onClose={onClose} />;
  return (
    <Dialog title={t('navigation')} isOpen onClose={onClose}>
      <Navigation />
    </Dialog>
  );
}
