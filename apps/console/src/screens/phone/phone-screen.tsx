import { useSandboxOrigin } from '../../api/use-deployment.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { PageNotFound } from '../../shell/routes/page-not-found.tsx';
import { phoneTexts } from '../../texts/phone.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PhoneFrame } from '../../ui/phone/phone-frame.tsx';

/** The test phone, on which a developer plays the customer; only with the sandbox. */
export function PhoneScreen() {
  const t = useTexts(phoneTexts);
  const origin = useSandboxOrigin();
  if (origin === undefined) return null;
  if (origin === null) return <PageNotFound />;
  const ownWindow = (
    <a href={`${origin}/sandbox/phone`} target="_blank" rel="noreferrer" className={buttonClass('plain')}>
      {t('window')}
    </a>
  );
  return (
    <Page title={t('title')} actions={ownWindow}>
      <div className="mx-auto h-[52rem] w-full max-w-md overflow-hidden rounded-xl border border-line">
        <PhoneFrame origin={origin} title={t('title')} />
      </div>
    </Page>
  );
}
