import { useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';

/** The secret that signs the calls of a bot's tools, shown once. */
export function ToolSecretDialog(of: { secret: string; onClose: () => void }) {
  const t = useTexts(botsTexts);
  return <SecretDialog title={t('tool_secret')} lead={t('tool_secret_lead')} {...of} />;
}
