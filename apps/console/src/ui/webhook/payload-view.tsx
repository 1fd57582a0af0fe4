import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../button.tsx';
import { CopyBlock } from '../copy-block.tsx';
import { copyText } from '../copy-text.ts';
import { Disclosure } from '../disclosure.tsx';
import { JsonTree } from '../json-tree.tsx';
import { notify } from '../toast.ts';
import { checkCommand } from './check-command.ts';
import { webhookTexts } from './texts.ts';

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
