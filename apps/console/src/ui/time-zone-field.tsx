import { useId } from 'react';
import { TextField } from './field.tsx';

/** A time zone by its IANA name; the browser knows them all. */
export function TimeZoneField({ label, name, value }: { label: string; name: string; value?: string | undefined }) {
  const id = useId();
  return (
    <>
      <TextField
        label={label}
        name={name}
        list={id}
        dir="ltr"
        defaultValue={value ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
        maxLength={64}
        autoComplete="off"
        required
      />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
