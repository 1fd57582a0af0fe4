import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { singleSignOnTexts } from '../../texts/sign-in.ts';
import { Door } from './door.tsx';
import { takeAnswer } from './take-answer.ts';

/**
 * The redirect URL that all issuers shared. It finishes nothing: an answer here does not say which issuer it is from
 * (docs/reference/console.md#redirect-urls).
 */
export function FormerRedirectPage() {
  const t = useTexts(singleSignOnTexts);
  // The code must not stay in the history.
  useState(takeAnswer);
  return (
    <Door title={t('title')}>
      <p role="alert">{t('former_redirect_url')}</p>
      <Link to="/sign-in" className="underline">
        {t('again')}
      </Link>
    </Door>
  );
}
