import { Check, CheckCheck, CircleAlert, CircleHelp, Clock, Hourglass } from 'lucide-react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { inboxTexts } from '../../../texts/inbox.ts';

const LOOKS = {
  sending: [Clock, ''],
  unknown: [CircleHelp, 'text-warn'],
  held: [Hourglass, 'text-warn'],
  sent: [Check, ''],
  delivered: [CheckCheck, ''],
  read: [CheckCheck, 'text-accent'],
  failed: [CircleAlert, 'text-bad'],
} as const;

const isKnown = (status: string): status is keyof typeof LOOKS => status in LOOKS;

/** The status of an outgoing message. */
export function Ticks({ status }: { status: string }) {
  const t = useTexts(inboxTexts);
  if (!isKnown(status)) return null;
  const [Icon, look] = LOOKS[status];
  return (
    <span role="img" aria-label={t(status)} title={t(status)} className={look}>
      <Icon aria-hidden className="size-4" />
    </span>
  );
}
