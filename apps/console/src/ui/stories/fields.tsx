import { useState } from 'react';
import { OperationError } from '../../api/call-gateway.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { storyTexts } from '../../texts/stories.ts';
import { Button } from '../buttons/button.tsx';
import { ChosenPasswordField } from '../fields/chosen-password-field.tsx';
import { ComboboxField } from '../fields/combobox-field.tsx';
import { CheckField, CheckGroup, Labelled, SelectField, TextArea, TextField } from '../fields/field.tsx';
import { ChoiceField, LineField, NumberField, SecretField, UrlField } from '../fields/kinds-of-field.tsx';
import { OpenedSelect } from '../fields/opened-select.tsx';
import { Select } from '../fields/select.tsx';
import { TimeZoneField } from '../fields/time-zone-field.tsx';
import { Form } from '../forms/form.tsx';
import { FilterBar, FilterDay, FilterField, FilterSelect } from '../lists/filter-bar.tsx';
import { SearchField } from '../lists/search-field.tsx';
import { HoursFields } from '../weekly-hours/hours-fields.tsx';

const useChoices = () => {
  const t = useTexts(storyTexts);
  return [
    { value: 'first', text: t('first') },
    { value: 'second', text: t('second') },
  ];
};

export function TextFieldStory() {
  const t = useTexts(storyTexts);
  return <TextField label={t('name')} hint={t('hint')} defaultValue={t('first')} />;
}

export function TextAreaStory() {
  const t = useTexts(storyTexts);
  return <TextArea label={t('name')} hint={t('hint')} defaultValue={t('text')} />;
}

export const FilterSelectStory = () => (
  <FilterSelect label={useTexts(storyTexts)('title')} choices={useChoices()} defaultValue="second" />
);

export const FilterFieldStory = () => <FilterField label={useTexts(storyTexts)('name')} />;

export const FilterDayStory = () => <FilterDay label={useTexts(storyTexts)('name')} />;

export function FilterBarStory() {
  const t = useTexts(storyTexts);
  return (
    <FilterBar actions={<Button>{t('action')}</Button>}>
      <FilterSelectStory />
      <FilterFieldStory />
    </FilterBar>
  );
}

export const SearchFieldStory = () => <SearchField label={useTexts(storyTexts)('name')} />;

export const LineFieldStory = () => <LineField label={useTexts(storyTexts)('name')} maxLength={20} />;

export const UrlFieldStory = () => (
  <UrlField label={useTexts(storyTexts)('name')} defaultValue="https://parley.example" />
);

export const SecretFieldStory = () => <SecretField label={useTexts(storyTexts)('name')} defaultValue="secret" />;

export const NumberFieldStory = () => <NumberField label={useTexts(storyTexts)('name')} min={1} defaultValue={60} />;

export const CheckFieldStory = () => <CheckField label={useTexts(storyTexts)('first')} defaultChecked />;

export const SelectFieldStory = () => (
  <SelectField label={useTexts(storyTexts)('name')} choices={useChoices()} defaultValue="second" />
);

export const SelectStory = () => (
  <Select aria-label={useTexts(storyTexts)('name')} choices={useChoices()} defaultValue="second" />
);

export function OpenedSelectStory() {
  const name = useTexts(storyTexts)('name');
  const [value, setValue] = useState('second');
  return (
    <OpenedSelect
      button={{ 'aria-label': name, children: value }}
      choices={useChoices()}
      value={value}
      onChoose={setValue}
    />
  );
}

export function ComboboxFieldStory() {
  const t = useTexts(storyTexts);
  const [value, setValue] = useState('second');
  return (
    <div className="grid gap-4">
      <ComboboxField
        label={t('name')}
        hint={t('hint')}
        choices={useChoices()}
        value={value}
        onChoose={setValue}
        empty={t('bad')}
      />
      <ComboboxField
        label={t('title')}
        error={t('bad')}
        choices={useChoices()}
        value=""
        onChoose={setValue}
        empty={t('bad')}
      />
    </div>
  );
}

export function LabelledStory() {
  const t = useTexts(storyTexts);
  return (
    <Labelled id="labelled" label={t('name')} hint={t('hint')} error={t('bad')}>
      <input
        id="labelled"
        aria-describedby="labelled-error labelled-hint"
        className="rounded-lg border border-line bg-surface"
      />
    </Labelled>
  );
}

export function ChoiceFieldStory() {
  const t = useTexts(storyTexts);
  const [shop, setShop] = useState<'first' | 'second'>('second');
  return <ChoiceField label={t('name')} values={['first', 'second']} value={shop} textOf={t} onChoose={setShop} />;
}

export const CheckGroupStory = () => (
  <CheckGroup label={useTexts(storyTexts)('title')} name="shops" choices={useChoices()} checked={['first']} />
);

export const ChosenPasswordFieldStory = () => <ChosenPasswordField label={useTexts(storyTexts)('name')} />;

export const TimeZoneFieldStory = () => (
  <TimeZoneField label={useTexts(storyTexts)('title')} name="time_zone" value="Africa/Cairo" />
);

export function FormStory() {
  const t = useTexts(storyTexts);
  const [error, setError] = useState<OperationError | null>(null);
  const refuse = (): void =>
    setError(new OperationError({ code: 'unreachable', message: 'No answer.', requestId: null }));
  return (
    <Form action={t('action')} change={{ isPending: false, error }} onSubmit={refuse}>
      <TextField label={t('name')} name="name" required />
    </Form>
  );
}

export const HoursFieldsStory = () => <HoursFields of={null} />;
