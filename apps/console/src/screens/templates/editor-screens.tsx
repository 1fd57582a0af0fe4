import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { templatesTexts } from '../../texts/templates.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { EmptyPage, Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { isEditable, type Template } from './editing.ts';
import { TemplateEditor } from './template-editor.tsx';
import { useNumber } from './use-number.ts';

/** Returns to the list of the number. */
function useLeave(number: string | undefined): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: '/templates', search: number === undefined ? {} : { number } });
}

/** Stands in for the editor until the number of the address is read, and where there is none. */
function NoNumber({ list, title }: { list: ReturnType<typeof useNumber>['list']; title: string }) {
  const t = useTexts(templatesTexts);
  return (
    <Page title={title}>
      {list.isPending && <Loading />}
      <Problem error={list.error} />
      {list.data && <EmptyPage title={t('no_number')}>{t('no_number_lead')}</EmptyPage>}
    </Page>
  );
}

/** Creates a template of the number in the address. */
export function NewTemplateScreen() {
  const t = useTexts(templatesTexts);
  const { list, number } = useNumber();
  const leave = useLeave(number?.id);
  if (number) return <TemplateEditor key={number.id} of={null} from={number.id} onDone={leave} />;
  return <NoNumber list={list} title={t('new_title')} />;
}

function FoundTemplate({ name, language, from }: { name: string; language: string; from: string }) {
  const t = useTexts(templatesTexts);
  const leave = useLeave(from);
  const { data, error } = useOperation('list-templates', { from });
  // The editor keeps the template that it began with: Meta may put it in review at any time.
  const [begun, begin] = useState<Template | null>(null);
  const found = begun ?? data?.templates.find((one) => one.name === name && one.language === language);
  if (found && (begun || isEditable(found))) {
    if (!begun) begin(found);
    return <TemplateEditor of={found} from={from} onDone={leave} />;
  }
  return (
    <Page title={t('edit_title', { name })}>
      <Problem error={error} />
      {!data && !error && <Loading />}
      {data && (
        <EmptyPage title={t('unknown')} action={<Button onClick={leave}>{t('back')}</Button>}>
          {t('unknown_lead')}
        </EmptyPage>
      )}
    </Page>
  );
}

/** Edits the template in the address. */
export function EditTemplateScreen() {
  const t = useTexts(templatesTexts);
  const { name = '', language = '' } = useParams({ strict: false });
  const { list, number } = useNumber();
  if (number)
    return <FoundTemplate key={`${number.id}/${name}/${language}`} name={name} language={language} from={number.id} />;
  return <NoNumber list={list} title={t('edit_title', { name })} />;
}
