import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/language-context.tsx';
import { channelsTexts } from '../../texts/channels.ts';

const REASONS = {
  missing_permissions: 'returned_missing_permissions',
  no_number: 'returned_no_number',
  not_granted: 'returned_not_granted',
  registration_refused: 'returned_registration_refused',
  no_page: 'returned_no_page',
  no_instagram_account: 'returned_no_instagram_account',
  already_connected: 'returned_already_connected',
  link_expired: 'returned_link_expired',
  link_used: 'returned_link_used',
  tenant_inactive: 'returned_link_inactive',
} as const;

const isKnown = (error: string): error is keyof typeof REASONS => error in REASONS;

/** The outcome of a connect link that returned to this screen. */
export function ReturnedLink() {
  const t = useTexts(channelsTexts);
  const { service_status: status, connected = 0, error = '' } = useSearch({ from: '/shell/channels' });
  if (status === undefined) return null;
  if (status === 'success')
    return (
      <p role="status" className="rounded-lg bg-accent-soft px-3 py-2 text-accent">
        {t('returned_success', { count: connected })}
      </p>
    );
  return (
    <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
      {status === 'cancelled' ? t('returned_cancelled') : t(isKnown(error) ? REASONS[error] : 'returned_failed')}
    </p>
  );
}
