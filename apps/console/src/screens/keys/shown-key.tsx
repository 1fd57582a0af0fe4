import { useTexts } from '../../i18n/language-context.tsx';
import { CopyBlock } from '../../ui/copy-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { curlOf } from './curl-of.ts';
import { keysTexts } from './texts.ts';

export interface Shown {
  /** Null if only the webhook secret is new. */
  apiKey: string | null;
  webhookSecret: string;
}

/** The only display of a secret, with a command that works unchanged. */
export function ShownKey({ shown, slug, onClose }: { shown: Shown; slug: string; onClose: () => void }) {
  const t = useTexts(keysTexts);
  const { apiKey, webhookSecret } = shown;
  return (
    <Dialog title={apiKey ? t('shown_title') : t('rotated_title')} isOpen isShownOnce onClose={onClose}>
      <p role="status" className="rounded-lg bg-warn-soft p-3 text-warn">
        {apiKey ? t('shown_lead') : t('rotated_lead')}
      </p>
      {apiKey && <CopyBlock label={t('api_key')} value={apiKey} />}
      <CopyBlock label={t('webhook_secret')} value={webhookSecret} />
      {apiKey && <CopyBlock label={t('command')} value={curlOf({ origin: window.location.origin, slug, apiKey })} />}
    </Dialog>
  );
}
