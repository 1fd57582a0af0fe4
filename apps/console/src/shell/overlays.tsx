import { useTexts } from '../i18n/language-context.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CommandPalette } from './command-palette.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { Navigation } from './navigation.tsx';
import { shellTexts } from './texts.ts';

export type Opened = 'palette' | 'help' | 'menu';

/** Overlays above every screen, loaded when first opened. */
export function Overlays({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const t = useTexts(shellTexts);
  if (opened === 'palette') return <CommandPalette onClose={onClose} />;
  if (opened === 'help') return <HelpDialog onClose={onClose} />;
  return (
    <Dialog title={t('navigation')} isOpen onClose={onClose}>
      <Navigation />
    </Dialog>
  );
}
