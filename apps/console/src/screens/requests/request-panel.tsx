import { useState } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { CopyBlock } from '../../ui/copy-block.tsx';
import { DetailPanel } from '../../ui/detail-panel.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Problem } from '../../ui/problem.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { requestPhp, requestPython, requestTypeScript } from './request-code.ts';
import { requestCurl } from './request-curl.ts';
import { requestsTexts } from './texts.ts';

/** The forms in which a request can be copied. */
const FORMS = [
  { value: 'curl', write: requestCurl },
  { value: 'typescript', write: requestTypeScript },
  { value: 'python', write: requestPython },
  { value: 'php', write: requestPhp },
] as const;
const TABS = ['fields', 'curl', 'typescript', 'python', 'php'] as const;

/** One request with its fields, and as a command or code; the chosen tab stays when another one is opened. */
export function RequestPanel({ id, slug, onClose }: { id: string; slug: string; onClose: () => void }) {
  const t = useTexts(requestsTexts);
  const formats = useFormats();
  const [tab, setTab] = useState<(typeof TABS)[number]>('fields');
  const { data, error } = useOperation('get-request', { request_id: id });
  return (
    <DetailPanel title={id} id={id} onClose={onClose}>
      <Problem error={error} />
      {data && (
        <>
          <p>
            <span className="font-mono">{`${data.method} ${data.action}`}</span> · {formats.dateTime(data.at)}
          </p>
          <p className="text-muted">
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
