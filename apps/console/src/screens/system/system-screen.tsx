import { useTexts } from '../../i18n/language-context.tsx';
import { systemTexts } from '../../texts/system.ts';
import { Page } from '../../ui/page/page.tsx';
import { ProviderApps } from './provider-apps.tsx';
import { Versions } from './versions.tsx';

/** The operator's view of the whole deployment. */
export function SystemScreen() {
  const t = useTexts(systemTexts);
  return (
    <Page title={t('title')}>
      <ProviderApps />
      <Versions />
    </Page>
  );
}
