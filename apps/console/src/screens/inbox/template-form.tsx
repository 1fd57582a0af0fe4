import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { Outbox } from './compose/use-outbox.ts';
import type { Conversation } from './conversation.ts';
import { fillTemplate } from './fill-template.ts';
import { templateTexts } from './template-texts.ts';

type Template = OutputOf<'templates'>['templates'][number];

const keyOf = ({ name, language }: Template): string => `${name} ${language}`;

function FilledTemplate({ template, outbox }: { template: Template; outbox: Outbox }) {
  const t = useTexts(templateTexts);
  const [values, setValues] = useState<readonly string[]>(() => Array.from({ length: template.variables }, () => ''));
  const { name, language, body } = template;
  const shown = fillTemplate(body, values);
  const send = (): void => {
    outbox.send({ template: { name, language, ...(values.length > 0 ? { variables: [...values] } : {}) } }, shown);
    setValues(values.map(() => ''));
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {values.map((value, index) => (
        <TextField
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is identified by its position
          key={index}
          label={t('template_variable', { number: index + 1 })}
          dir="auto"
          required
          maxLength={1024}
          value={value}
          onChange={(event) => setValues(values.with(index, event.target.value))}
        />
      ))}
      <div>
        <p className="text-sm text-muted">{t('template_preview')}</p>
        <p dir="auto" className="rounded-lg bg-raised p-3 [overflow-wrap:anywhere] whitespace-pre-wrap">
          {shown}
        </p>
      </div>
      <Button look="primary" type="submit">
        {t('template_send')}
      </Button>
    </form>
  );
}

/** Approved templates of the conversation's number, with their values and a preview. */
export function TemplateForm({ conversation, outbox }: { conversation: Conversation; outbox: Outbox }) {
  const t = useTexts(templateTexts);
  const list = useOperation('templates', { from: conversation.account.id });
  const approved = (list.data?.templates ?? []).filter(({ status }) => status === 'APPROVED');
  const [chosen, setChosen] = useState('');
  if (list.isPending) return <Loading />;
  if (list.error) return <Problem error={list.error} />;
  const [first] = approved;
  if (!first) return <p className="text-muted">{t('template_none')}</p>;
  const template = approved.find((one) => keyOf(one) === chosen) ?? first;
  return (
    <div className="grid max-h-[45dvh] gap-3 overflow-y-auto">
      <SelectField
        label={t('template_choose')}
        value={keyOf(template)}
        onChoose={setChosen}
        choices={approved.map((one) => ({ value: keyOf(one), text: `${one.name} (${one.language})` }))}
      />
      <FilledTemplate key={keyOf(template)} template={template} outbox={outbox} />
    </div>
  );
}
