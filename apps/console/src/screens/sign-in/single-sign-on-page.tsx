import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { singleSignOnTexts } from '../../texts/sign-in.ts';
import { Problem } from '../../ui/problems/problem.tsx';
import { Door } from './door.tsx';
import { takeNextPage } from './next-page.ts';
import { takeAnswer } from './take-answer.ts';
import { useEnter } from './use-enter.ts';
import { useExplainedError } from './use-explained-error.ts';

/** Where the issuer of a workspace sends the browser: opens the session. */
export function SingleSignOnPage() {
  const t = useTexts(singleSignOnTexts);
  const { callback = '' } = useParams({ strict: false });
  const [next] = useState(takeNextPage);
  const enter = useEnter(next);
  const finish = useChange('finish-single-sign-on');
  const error = useExplainedError(finish.error);
  const [{ state, code, iss, isError }] = useState(takeAnswer);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current || state === null || code === null) return;
    isAsked.current = true;
    finish.mutate({ callback, state, code, ...(iss === null ? {} : { iss }) }, { onSuccess: () => void enter() });
  }, [callback, state, code, iss, finish.mutate, enter]);
  const isComplete = state !== null && code !== null;
  return (
    <Door title={t('title')}>
      {isComplete && !error && <p role="status">{t('entering')}</p>}
      {!isComplete && <p role="alert">{t(isError ? 'cancelled' : 'incomplete')}</p>}
      <Problem error={error} />
      {(error || !isComplete) && (
        <Link to="/sign-in" className="underline">
          {t('again')}
        </Link>
      )}
    </Door>
  );
}
