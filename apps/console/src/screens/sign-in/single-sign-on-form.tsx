import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { textOf } from '../../ui/form-values.ts';
import { keepNextPage } from './next-page.ts';
import { singleSignOnTexts } from './single-sign-on-texts.ts';
import { useExplainedError } from './use-explained-error.ts';

/** Sends the browser to the issuer of a workspace. */
export function SingleSignOnForm() {
  const t = useTexts(singleSignOnTexts);
  const { next, workspace } = useSearch({ strict: false });
  const begin = useChange('begin-single-sign-on');
  const error = useExplainedError(begin.error);
  const [isLeaving, setLeaving] = useState(false);
  const submit = (form: FormData): void =>
    begin.mutate(
      { workspace: textOf(form, 'workspace').toLowerCase() },
      {
        onSuccess: ({ url }) => {
          keepNextPage(next);
          setLeaving(true);
          window.location.assign(url);
        },
      },
    );
  return (
    <Form action={t('go')} change={{ isPending: begin.isPending || isLeaving, error }} onSubmit={submit}>
      <TextField
        label={t('workspace')}
        hint={t('workspace_hint')}
        name="workspace"
        dir="ltr"
        defaultValue={workspace}
        autoComplete="organization"
        autoCapitalize="none"
        maxLength={63}
        required
      />
    </Form>
  );
}
