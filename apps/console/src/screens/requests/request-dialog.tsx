import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { CopyBlock } from '../../ui/copy-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { requestCurl } from './request-curl.ts';
import { requestsTexts } from './texts.ts';

/** One request with its fields, and as a command. */
export function RequestDialog({ id, slug, onClose }: { id: string; slug: string; onClose: () => void }) {
  const t = useTexts(requestsTexts);
  const formats = useFormats();
  const { data, error } = useOperation('get-request', { request_id: id });
  return (
    <Dialog title={id} isOpen onClose={onClose}>
      <Problem error={error} />
      {data && (
        <>
          <p>
            <span className="font-mono">{`${data.method} ${data.action}`}</span> · {formats.dateTime(data.at)}
          </p>
          <p className="text-muted">
            {t('address')} <bdi className="font-mono text-sm">{data.address}</bdi>
          </p>
          <CopyBlock label={t('fields')} value={data.body} />
          <CopyBlock label={t('curl')} value={requestCurl({ origin: window.location.origin, slug, ...data })} />
        </>
      )}
    </Dialog>
  );
}
