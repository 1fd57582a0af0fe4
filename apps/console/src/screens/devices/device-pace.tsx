import type { OutputOf } from '../../api/operations.ts';
import { type ItemOf, useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { devicesTexts } from '../../texts/devices.ts';
import { SelectField } from '../../ui/fields/field.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

type Pace = OutputOf<'set-device-pace'>['pace'];

/** Paces by the values of the field. */
const PACES = { default: null, gentle: 'gentle', off: 'off' } as const satisfies Record<string, Pace>;
const VALUES = Object.keys(PACES) as (keyof typeof PACES)[]; // safe: its own keys

/** How fast a linked phone may write first to new people. */
export function DevicePace({ of: { account_id, pace = null } }: { of: ItemOf<'list-linked-devices'> }) {
  const t = useTexts(devicesTexts);
  const set = useChange('set-device-pace', { refreshes: ['list-linked-devices'] });
  return (
    <>
      <SelectField
        label={t('pace')}
        value={pace ?? 'default'}
        choices={VALUES.map((value) => ({ value, text: t(`pace_${value}`) }))}
        onChoose={(chosen) => {
          const value = VALUES.find((one) => one === chosen);
          if (value) set.mutate({ account_id, pace: PACES[value] });
        }}
      />
      <Problem error={set.error} />
    </>
  );
}
