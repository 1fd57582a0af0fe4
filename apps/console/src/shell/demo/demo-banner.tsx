import { useTexts } from '../../i18n/language-context.tsx';
import { demoTexts } from '../../texts/demo.ts';
import { useNow } from '../../ui/use-now.ts';

const MINUTE_MS = 60_000;

/** How long a workspace of a public demo exists, and what is closed in it. */
export function DemoBanner({ endsAt }: { endsAt: string }) {
  const t = useTexts(demoTexts);
  const count = Math.max(1, Math.ceil((Date.parse(endsAt) - useNow()) / MINUTE_MS));
  return (
    <p className="border-line border-b px-4 py-1.5 text-muted text-sm">
      {t('demo_left', { count })} {t('demo_closed')}
    </p>
  );
}
