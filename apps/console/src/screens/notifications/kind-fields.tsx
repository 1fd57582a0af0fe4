import type { NotificationChannel } from '@parley/common/workspace/notification-kinds';
import { useTexts } from '../../i18n/language-context.tsx';
import { notificationsTexts } from '../../texts/notifications.ts';
import { Select } from '../../ui/fields/select.tsx';
import { fieldOf, KINDS, type Kind, MODES, modeOf, type Recipient, WAYS } from './kinds.ts';

function ModeSelect({ of, kind, way }: { of: Recipient | null; kind: Kind; way: NotificationChannel }) {
  const t = useTexts(notificationsTexts);
  return (
    <Select
      name={fieldOf(kind, way)}
      aria-label={`${t(kind)}: ${t(way)}`}
      defaultValue={modeOf(of, kind, way)}
      choices={MODES.map((mode) => ({ value: mode, text: t(mode) }))}
    />
  );
}

/** How a recipient is notified of each kind, by e-mail and by SMS. */
export function KindFields({ of }: { of: Recipient | null }) {
  const t = useTexts(notificationsTexts);
  return (
    <table className="w-full">
      <caption className="mb-1 text-start font-medium">{t('kinds')}</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="text-start font-medium">
            {t('kind')}
          </th>
          {WAYS.map((way) => (
            <th key={way} scope="col" className="text-start font-medium">
              {t(way)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-1 pe-2 text-start font-normal">
              {t(kind)}
            </th>
            {WAYS.map((way) => (
              <td key={way} className="py-1 pe-1">
                <ModeSelect of={of} kind={kind} way={way} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
