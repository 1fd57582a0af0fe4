import type { ComponentProps } from 'react';
import { SelectField, TextField } from './field.tsx';

type Text = ComponentProps<typeof TextField>;

const URL_MAX = 2048;

/** One line that must not be blank. */
export const LineField = (props: Text) => <TextField dir="auto" required pattern=".*\S.*" {...props} />;

/** A web address. */
export const UrlField = (props: Text) => (
  <TextField type="url" dir="ltr" maxLength={URL_MAX} autoComplete="off" {...props} />
);

/** A secret of another service, typed once and never shown. */
export const SecretField = (props: Text) => (
  <TextField type="password" dir="ltr" autoComplete="off" required {...props} />
);

/** A whole number. */
export const NumberField = (props: Text) => <TextField type="number" dir="ltr" {...props} />;

interface ChoiceProps<V extends string> {
  label: string;
  name?: string;
  values: readonly V[];
  value: V;
  textOf: (value: V) => string;
  onChoose: (value: V) => void;
}

/** One of several values, known to the page at once. */
export function ChoiceField<V extends string>({ values, value, textOf, onChoose, ...rest }: ChoiceProps<V>) {
  return (
    <SelectField
      {...rest}
      value={value}
      onChoose={(next) => onChoose(values.find((one) => one === next) ?? value)}
      choices={values.map((one) => ({ value: one, text: textOf(one) }))}
    />
  );
}
