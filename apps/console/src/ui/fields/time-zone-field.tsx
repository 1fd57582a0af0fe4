import { useId } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { TextField } from './field.tsx';

interface Props {
  label: string;
  name: string;
  hint?: string;
  value?: string | undefined;
}

/** A time zone by its IANA name; the browser knows them all. Suggests that of the workspace, or else of the browser. */
export function TimeZoneField({ label, name, hint, value }: Props) {
  const id = useId();
  // The session, if it is known: a story has none.
  const { data: session } = useOperation('me', {}, { isOn: false });
  const suggested = session?.tenant?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        name={name}
        list={id}
        dir="ltr"
        defaultValue={value ?? suggested}
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
