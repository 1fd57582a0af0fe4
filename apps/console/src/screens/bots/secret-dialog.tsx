import { useTexts } from '../../i18n/language-context.tsx';
import { CopyBlock } from '../../ui/copy-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { botsTexts } from './texts.ts';

/** The secret that signs the calls of a bot's tools, shown once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts(botsTexts);
  return (
    <Dialog title={t('tool_secret')} isOpen isShownOnce onClose={onClose}>
      <p>{t('tool_secret_lead')}</p>
      <CopyBlock label={t('tool_secret')} value={secret} />
    </Dialog>
  );
}
