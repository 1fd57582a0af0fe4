import { Link } from '@tanstack/react-router';
import { useSandboxOrigin } from '../../../api/use-deployment.ts';
import { useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { isAllowed, useSession } from '../../../shell/session/session-context.tsx';
import { firstMessageTexts } from '../../../texts/inbox-more.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { ChannelMark } from '../../../ui/marks/channel-mark.tsx';
import { type OwnAccount, useOwnAccounts } from '../../../ui/phone/use-own-accounts.ts';

const SHOWN_ACCOUNTS = 6;

/** The accounts that a customer can write to. */
function Accounts({ accounts }: { accounts: readonly OwnAccount[] }) {
  return (
    <ul className="grid gap-2 text-start">
      {accounts.slice(0, SHOWN_ACCOUNTS).map(({ channel, id, name, identifier }) => (
        <li key={`${channel}/${id}`} className="flex items-center gap-2">
          <ChannelMark channel={channel} />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>{' '}
            {identifier !== null && (
              <bdi dir="ltr" className="text-muted">
                {identifier}
              </bdi>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The next step in an inbox without a conversation: connect a channel, or write to one of those that are connected. */
export function FirstMessage({ onPhone }: { onPhone: () => void }) {
  const t = useTexts(firstMessageTexts);
  const session = useSession();
  const sandbox = useSandboxOrigin();
  const accounts = useOwnAccounts();
  const home = useOperation('home', {});
  if (sandbox === undefined || !accounts || !home.data) return null;
  if (home.data.checklist.has_message)
    return (
      <>
        <h2 className="font-semibold">{t('all_done')}</h2>
        <p className="text-muted">{t('all_done_lead')}</p>
      </>
    );
  if (accounts.length === 0 && !home.data.checklist.has_channel)
    return (
      <>
        <h2 className="font-semibold">{t('empty')}</h2>
        <p className="text-muted">{t('empty_lead')}</p>
        {isAllowed(session, 'channels.manage') && (
          <Link to="/channels" className={buttonClass('primary')}>
            {t('to_channels')}
          </Link>
        )}
      </>
    );
  if (sandbox === null)
    return (
      <>
        <h2 className="font-semibold">{t('empty')}</h2>
        <p className="text-muted">{t('write_lead')}</p>
        <Accounts accounts={accounts} />
      </>
    );
  return (
    <>
      <h2 className="font-semibold">{t('write_yourself')}</h2>
      <p className="text-muted">{t('write_yourself_lead')}</p>
      {/* The phone is beside the inbox in wide windows only. */}
      <Button look="primary" className="hidden xl:inline-flex" onClick={onPhone}>
        {t('open_phone')}
      </Button>
      <Link to="/phone" className={`xl:hidden ${buttonClass('primary')}`}>
        {t('open_phone')}
      </Link>
    </>
  );
}
