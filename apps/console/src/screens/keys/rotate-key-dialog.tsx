import { useState } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { keysTexts } from '../../texts/keys.ts';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import type { Key } from './key-fields.tsx';

/** Hours for which the old key stays valid. */
const GRACE = { none: 0, hour: 1, day: 24, week: 168 } as const;
type Grace = keyof typeof GRACE;
// safe: the record has exactly these names
const GRACES = Object.keys(GRACE) as Grace[];

interface Props {
  of: Key;
  onRotated: (apiKey: string) => void;
  onClose: () => void;
}

/** Asks for how long the old API key stays valid before the key is replaced. */
export function RotateKeyDialog({ of: { instance_id, label }, onRotated, onClose }: Props) {
  const t = useTexts(keysTexts);
  const ui = useTexts(uiTexts);
  const [grace, setGrace] = useState<Grace>('day');
  const rotate = useChange('rotate-key', { refreshes: ['list-keys', 'get-key'] });
  return (
    <Dialog title={t('rotate_key_title', { label })} isOpen onClose={onClose}>
      <p>{t('rotate_key_lead')}</p>
      <SelectField
        label={t('grace')}
        value={grace}
        onChoose={(value) => setGrace(GRACES.find((one) => one === value) ?? grace)}
        choices={GRACES.map((value) => ({ value, text: t(`grace_${value}`) }))}
      />
      <Problem error={rotate.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{ui('cancel')}</Button>
        <Button
          look="danger"
          disabled={rotate.isPending}
          onClick={() =>
            rotate.mutate(
              { instance_id, grace_hours: GRACE[grace] },
              { onSuccess: ({ api_key }) => onRotated(api_key) },
            )
          }
        >
          {t('rotate_key')}
        </Button>
      </div>
    </Dialog>
  );
}
