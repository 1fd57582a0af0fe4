import { useState } from 'react';
import { useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { platformWebhookTexts } from '../../texts/platform-webhook.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { EmptyPage, Page } from '../../ui/page/page.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { useOpenedDelivery } from '../../ui/webhook/use-opened-delivery.ts';
import { Deliveries } from './deliveries.tsx';
import { OPERATIONS, type Scope } from './operations.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { WebhookCard } from './webhook-card.tsx';

function PlatformWebhook({ scope }: { scope: Scope }) {
  const t = useTexts(platformWebhookTexts);
  const webhook = useOperation(OPERATIONS[scope].get, {});
  const [isSetting, setSetting] = useState(false);
  const [opened, open] = useOpenedDelivery();
  const [secret, setSecret] = useState<string | null>(null);
  const isAbsent = webhook.error?.code === 'unknown_platform_webhook';
  const make = (
    <Button look="primary" onClick={() => setSetting(true)}>
      {t('make')}
    </Button>
  );
  const change = <Button onClick={() => setSetting(true)}>{t('change')}</Button>;
  const present = isAbsent ? null : (webhook.data ?? null);
  return (
    <Page title={t(scope)} isWide actions={present ? change : undefined}>
      {webhook.isPending && <Loading />}
      {isAbsent && (
        <EmptyPage title={t('empty')} action={make}>
          {t('empty_lead')}
        </EmptyPage>
      )}
      {!isAbsent && <Problem error={webhook.error} />}
      {present && (
        <>
          <WebhookCard
            scope={scope}
            events={present.events}
            onSecret={setSecret}
            onTested={(id) => open({ id, isTest: true })}
          />
          <Deliveries scope={scope} instanceId={present.instance_id} opened={opened} onOpen={open} />
        </>
      )}
      {isSetting && (
        <SettingsDialog scope={scope} of={present} onSecret={setSecret} onClose={() => setSetting(false)} />
      )}
      {secret && (
        <SecretDialog title={t('secret')} lead={t('secret_lead')} secret={secret} onClose={() => setSecret(null)} />
      )}
    </Page>
  );
}

/** The one address that gets the administrative events of a workspace. */
export const TenantWebhookScreen = () => <PlatformWebhook scope="tenant" />;

/** The one address that gets the administrative events of every workspace. */
export const DeploymentWebhookScreen = () => <PlatformWebhook scope="deployment" />;
