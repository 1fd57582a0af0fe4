import type { OutputOf } from '../../api/operations.ts';
import { useErrorDocs } from '../../api/use-deployment.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { requestsTexts } from '../../texts/requests.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { readFields } from './read-fields.ts';

type Outcome = Pick<OutputOf<'list-requests'>['items'][number], 'status' | 'code'>;

/** The status of an answer, with the code of an error. */
export function RequestStatus({ of: { status, code } }: { of: Outcome }) {
  return (
    <Badge look={status < 400 ? 'good' : 'bad'}>
      <bdi dir="ltr">{code === null ? String(status) : `${status} ${code}`}</bdi>
    </Badge>
  );
}

/** The reason why a request was refused, and how to fix it. */
export function Refusal({ code, of: { answer, advice } }: { code: string; of: OutputOf<'get-request'> }) {
  const t = useTexts(requestsTexts);
  const docs = useErrorDocs(code);
  const { message } = readFields(answer ?? '');
  return (
    <div className="grid gap-1">
      {typeof message === 'string' && (
        <p lang="en" dir="auto" className="text-bad">
          {message}
        </p>
      )}
      {advice !== null && (
        <p lang="en" dir="auto" className="text-muted">
          {advice}
        </p>
      )}
      {docs !== null && advice !== null && (
        <p>
          <a href={docs} target="_blank" rel="noreferrer" className="underline">
            {t('docs_of_code', { code })}
          </a>
        </p>
      )}
    </div>
  );
}
