import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session/session-context.tsx';
import { keysTexts } from '../../texts/keys.ts';
import { CopyBlock } from '../../ui/buttons/copy-block.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { curlOf } from './curl-of.ts';

export interface Shown {
  /** Null if only the webhook secret is new. */
  apiKey: string | null;
  /** Null if only the API key is new. */
  webhookSecret: string | null;
}

/** The only display of a secret, with a command that works unchanged. */
export function ShownKey({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const t = useTexts(keysTexts);
  const slug = useSession().tenant?.slug ?? '';
  const { apiKey, webhookSecret } = shown;
  return (
    <Dialog title={apiKey ? t('shown_title') : t('rotated_title')} isOpen isShownOnce onClose={onClose}>
      <p role="status" className="rounded-lg bg-warn-soft p-3 text-warn">
        {apiKey ? t('shown_lead') : t('rotated_lead')}
      </p>
      {apiKey && <CopyBlock label={t('api_key')} value={apiKey} />}
      {webhookSecret && <CopyBlock label={t('webhook_secret')} value={webhookSecret} />}
      {apiKey && <CopyBlock label={t('command')} value={curlOf({ origin: window.location.origin, slug, apiKey })} />}
    </Dialog>
  );
}
