import { useState } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { requestsTexts } from '../../texts/requests.ts';
import { CopyBlock } from '../../ui/buttons/copy-block.tsx';
import { DetailPanel } from '../../ui/lists/detail-panel.tsx';
import { TabPanel, Tabs } from '../../ui/page/tabs.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { JsonTree } from '../../ui/text/json-tree.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { requestPhp, requestPython, requestTypeScript } from './request-code.ts';
import { requestCurl } from './request-curl.ts';
import { Refusal, RequestStatus } from './request-outcome.tsx';

/** The forms in which a request can be copied. */
const FORMS = [
  { value: 'curl', write: requestCurl },
  { value: 'typescript', write: requestTypeScript },
  { value: 'python', write: requestPython },
  { value: 'php', write: requestPhp },
] as const;
const TABS = ['fields', 'answer', 'curl', 'typescript', 'python', 'php'] as const;

/** One request with its fields and the error that was answered, and as a command or code; the chosen tab stays when another one is opened. */
export function RequestPanel({ id, slug, onClose }: { id: string; slug: string; onClose: () => void }) {
  const t = useTexts(requestsTexts);
  const formats = useFormats();
  const [tab, setTab] = useState<(typeof TABS)[number]>('fields');
  const { data, error } = useOperation('get-request', { request_id: id });
  const keys = useKeys();
  return (
    <DetailPanel title={id} id={id} onClose={onClose}>
      <Problem error={error} />
      {data && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            <RequestStatus of={data} />
            <span className="font-mono">{`${data.method} ${data.action}`}</span>
            <span>{formats.exactTime(data.at)}</span>
            <span className="text-muted">{t('milliseconds', { value: data.duration_ms })}</span>
          </p>
          {data.code !== null && <Refusal code={data.code} of={data} />}
          <p className="text-muted">
            {data.instance_id !== null && (
              <>
                {t('key')} <bdi>{keys.nameOf(data.instance_id)}</bdi> ·{' '}
              </>
            )}
            {t('address')} <bdi className="font-mono text-sm wrap-anywhere">{data.address}</bdi>
          </p>
          <Tabs
            label={t('parts')}
            tabs={TABS.map((value) => ({ value, text: t(value) }))}
            chosen={tab}
            onChoose={setTab}
          >
            <TabPanel value="fields">
              <JsonTree text={data.body} />
            </TabPanel>
            <TabPanel value="answer">
              {data.answer === null ? <p className="text-muted">{t('no_answer')}</p> : <JsonTree text={data.answer} />}
            </TabPanel>
            {FORMS.map(({ value, write }) => (
              <TabPanel key={value} value={value}>
                <CopyBlock label={t(value)} value={write({ origin: window.location.origin, slug, ...data })} />
              </TabPanel>
            ))}
          </Tabs>
        </>
      )}
    </DetailPanel>
  );
}
