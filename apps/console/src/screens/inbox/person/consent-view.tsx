import type { OutputOf } from '../../../api/operations.ts';
import { useChange } from '../../../api/use-operations.ts';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { consentTexts } from '../../../texts/inbox-more.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Badge } from '../../../ui/marks/badge.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';

type Consent = OutputOf<'get-conversation-person'>['consent'];

/** Whether the person of a conversation accepts marketing messages, with a button that changes it. */
export function ConsentView({ id, consent }: { id: number; consent: Consent }) {
  const t = useTexts(consentTexts);
  const formats = useFormats();
  const change = useChange('set-consent', { refreshes: ['get-conversation-person'] });
  const { opted_out: isOptedOut, by, at } = consent;
  return (
    <div className="grid justify-items-start gap-2">
      <h3 className="text-sm text-muted">{t('marketing')}</h3>
      <Badge look={isOptedOut ? 'warn' : 'plain'}>{t(isOptedOut ? 'opted_out' : 'takes')}</Badge>
      {isOptedOut && by && at && <p className="text-sm text-muted">{t(`by_${by}`, { at: formats.date(at) })}</p>}
      <Problem error={change.error} />
      <Button disabled={change.isPending} onClick={() => change.mutate({ id, opted_out: !isOptedOut })}>
        {t(isOptedOut ? 'opt_in' : 'opt_out')}
      </Button>
    </div>
  );
}
