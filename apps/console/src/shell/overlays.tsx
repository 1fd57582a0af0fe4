import { useTexts } from '../i18n/language-context.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CommandPalette } from './command-palette.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { Navigation } from './navigation.tsx';
import { shellTexts } from './texts.ts';
import type { Command } from './use-own-commands.ts';

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
