import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { singleSignOnTexts } from '../../texts/sign-in.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { keepNextPage } from './next-page.ts';
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
