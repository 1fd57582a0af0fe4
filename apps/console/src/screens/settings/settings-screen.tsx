import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { Loading } from '../../ui/page/loading.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { BusinessHoursForm } from './business-hours-form.tsx';
import { GeneralForm } from './general-form.tsx';
import { InboxSettings } from './inbox-settings.tsx';
import { RetentionForm } from './retention-form.tsx';
import { SatisfactionForm } from './satisfaction-form.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

/** The settings of the workspace, and links to those that have screens of their own. */
export function SettingsScreen() {
  const t = useTexts(settingsTexts);
  const { data, error } = useOperation('get-workspace', {});
  return (
    <Page title={t('title')}>
      <Problem error={error} />
      {!data && !error && <Loading />}
      {data && (
        <>
          <GeneralForm settings={data} />
          <InboxSettings />
          <BusinessHoursForm settings={data} />
          <SatisfactionForm settings={data} />
          <RetentionForm settings={data} />
          <SingleSignOn slug={data.slug} />
        </>
      )}
    </Page>
  );
}
