import { Smartphone } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSandboxOrigin } from '../../api/use-deployment.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { inboxTexts } from '../../texts/inbox.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useStoredFlag } from '../../ui/use-stored-flag.ts';

const PhoneFrame = lazy(() => import('../../ui/phone/phone-frame.tsx').then((file) => ({ default: file.PhoneFrame })));

export interface Phone {
  /** Null without a sandbox. */
  origin: string | null;
  isShown: boolean;
  toggle(): void;
  show(): void;
}

/** Whether the test phone is shown next to the inbox, remembered in this browser. */
export function usePhone(): Phone {
  const origin = useSandboxOrigin() ?? null;
  const [isOn, setOn] = useStoredFlag('parley.inbox.phone');
  return {
    origin,
    isShown: isOn && origin !== null,
    toggle: () => setOn(!isOn),
    show: () => setOn(true),
  };
}

/** Only on wide windows; on others the test phone is a screen of its own. */
export function PhoneButton({ phone: { origin, isShown, toggle } }: { phone: Phone }) {
  const t = useTexts(inboxTexts);
  if (origin === null) return null;
  return (
    <span className="ms-auto hidden xl:inline">
      <Button
        look="quiet"
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
        aria-label={t('phone')}
        title={t('phone')}
        aria-pressed={isShown}
        onClick={toggle}
      >
        <Smartphone aria-hidden className="size-5" />
      </Button>
    </span>
  );
}

/** The test phone as the last column. */
export function PhoneBeside({ phone: { origin, isShown } }: { phone: Phone }) {
  const t = useTexts(inboxTexts);
  if (!isShown || origin === null) return null;
  return (
    <aside aria-label={t('phone')} className="hidden min-h-0 min-w-0 border-s border-line xl:block">
      <Suspense>
        <PhoneFrame origin={origin} title={t('phone')} />
      </Suspense>
    </aside>
  );
}
