import { useState } from 'react';
import { useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { templateTexts } from '../../../texts/inbox-more.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { SelectField } from '../../../ui/fields/field.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import type { Outbox } from '../compose/use-outbox.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { fillTemplate } from './fill-template.ts';
import {
  approvedOf,
  filledWith,
  keyOfTemplate,
  noValues,
  type Template,
  TemplateValues,
  titleOfTemplate,
} from './template-values.tsx';

function FilledTemplate({ template, outbox }: { template: Template; outbox: Outbox }) {
  const t = useTexts(templateTexts);
  const [values, setValues] = useState(() => noValues(template));
  const send = (): void => {
    void outbox.send({ template: filledWith(template, values) }, fillTemplate(template.body, values));
    setValues(noValues(template));
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TemplateValues template={template} values={values} onChange={setValues} />
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
  const approved = approvedOf(list.data);
  const [chosen, setChosen] = useState('');
  if (list.isPending) return <Loading />;
  if (list.error) return <Problem error={list.error} />;
  const [first] = approved;
  if (!first) return <p className="text-muted">{t('template_none')}</p>;
  const template = approved.find((one) => keyOfTemplate(one) === chosen) ?? first;
  return (
    <div className="grid max-h-[45dvh] gap-3 overflow-y-auto">
      <SelectField
        label={t('template_choose')}
        value={keyOfTemplate(template)}
        onChoose={setChosen}
        choices={approved.map((one) => ({ value: keyOfTemplate(one), text: titleOfTemplate(one) }))}
      />
      <FilledTemplate key={keyOfTemplate(template)} template={template} outbox={outbox} />
    </div>
  );
}
