import type { ItemOf } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { devicesTexts } from '../../texts/devices.ts';
import { Badge } from '../../ui/marks/badge.tsx';

/** The problem of a linked phone, and the status of its session. */
export function DeviceState({ of: { problem, status } }: { of: ItemOf<'list-linked-devices'> }) {
  const t = useTexts(devicesTexts);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge look={problem === null ? 'good' : 'bad'}>{t(problem ?? 'healthy')}</Badge>
      <span className="font-mono text-sm">{status}</span>
    </span>
  );
}
