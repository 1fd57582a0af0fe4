import { CONSENT_WORD_LIMITS } from '@parley/common/consent/consent-word-limits';
import type { OutputOf } from '../../api/operations.ts';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { consentTexts } from '../../texts/channels.ts';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextArea } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { linesOf, textOf } from '../../ui/forms/form-values.ts';
import { Card } from '../../ui/page/card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { notify } from '../../ui/problems/toast.ts';

interface FormProps {
  words: OutputOf<'get-consent-words'>;
  /** Kept outside of the form, which is mounted again with the stored words after each change. */
  change: ReturnType<typeof useChange<'update-consent-words'>>;
}

function WordsForm({ words, change }: FormProps) {
  const t = useTexts(consentTexts);
  const ui = useTexts(uiTexts);
  const submit = (form: FormData): void =>
    change.mutate(
      { stop_words: linesOf(textOf(form, 'stop_words')), start_words: linesOf(textOf(form, 'start_words')) },
      { onSuccess: () => notify(ui('saved')) },
    );
  return (
    <Card>
      <Form action={ui('save')} change={change} of="consent words" onSubmit={submit}>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextArea
            label={t('stop_words')}
            hint={t('hint', CONSENT_WORD_LIMITS)}
            name="stop_words"
            rows={8}
            defaultValue={words.stop_words.join('\n')}
          />
          <TextArea label={t('start_words')} name="start_words" rows={8} defaultValue={words.start_words.join('\n')} />
        </div>
      </Form>
      {!words.is_default && (
        <Button disabled={change.isPending} onClick={() => change.mutate({ stop_words: null, start_words: null })}>
          {t('use_defaults')}
        </Button>
      )}
    </Card>
  );
}

/** The words with which people opt out of marketing, and in again. */
export function ConsentWords() {
  const t = useTexts(consentTexts);
  const { data, error } = useOperation('get-consent-words', {});
  const change = useChange('update-consent-words', { refreshes: ['get-consent-words'] });
  return (
    <Section title={t('title')} lead={t('lead')}>
      <Problem error={error} />
      {data && (
        <WordsForm key={[...data.stop_words, '', ...data.start_words].join('\n')} words={data} change={change} />
      )}
    </Section>
  );
}
