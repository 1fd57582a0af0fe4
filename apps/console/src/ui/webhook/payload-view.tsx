import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { Button } from '../buttons/button.tsx';
import { CopyBlock } from '../buttons/copy-block.tsx';
import { copyText } from '../buttons/copy-text.ts';
import { Disclosure } from '../page/disclosure.tsx';
import { notify } from '../problems/toast.ts';
import { JsonTree } from '../text/json-tree.tsx';
import { checkCommand } from './check-command.ts';

/** The body of a delivery, formatted; Copy takes the exact bytes, which are what was signed. */
export function PayloadView({ payload, isCheckOpen }: { payload: string; isCheckOpen: boolean }) {
  const t = useTexts(webhookTexts);
  const [isRefused, setRefused] = useState(false);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(payload);
    setRefused(!isCopied);
    if (isCopied) notify(t('payload_copied'));
  };
  return (
    <>
      {isRefused ? (
        <CopyBlock label={t('exact_payload')} value={payload} isRefused />
      ) : (
        <Button className="justify-self-start" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          {t('copy_payload')}
        </Button>
      )}
      <JsonTree text={payload} />
      <Disclosure title={t('check')} isOpen={isCheckOpen}>
        <p>{t('check_lead')}</p>
        <CopyBlock label={t('check_command')} value={checkCommand(payload)} />
        <p>{t('check_standard')}</p>
      </Disclosure>
    </>
  );
}
