import type { ChannelProblem, NumberQuality } from '@parley/common/contracts/console/channel-health';
import type { ItemOf } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { healthTexts } from './health-texts.ts';

/** A channel with its health. */
export type Account = ItemOf<'list-channel-health'>;

const LOOKS: Readonly<Record<ChannelProblem, BadgeLook>> = {
  logged_out: 'bad',
  token_revoked: 'bad',
  replaced: 'bad',
  partner_removed: 'bad',
  account_offboarded: 'bad',
  account_deleted: 'bad',
  account_disabled: 'bad',
  number_offline: 'warn',
  device_offline: 'warn',
  device_restricted: 'warn',
  device_silent: 'warn',
  account_restricted: 'warn',
  token_not_renewed: 'warn',
  send_failed: 'warn',
  nothing_received: 'plain',
};

const RATING_LOOKS: Readonly<Record<NumberQuality['rating'], BadgeLook>> = {
  GREEN: 'good',
  YELLOW: 'warn',
  RED: 'bad',
  UNKNOWN: 'plain',
};

/** `TIER_10K` is 10,000 people; null if the tier has no number. */
function peopleOf(tier: string): number | null {
  const [, count, thousands] = /^TIER_(\d+)(K?)$/.exec(tier) ?? [];
  return count === undefined ? null : Number(count) * (thousands ? 1000 : 1);
}

function Quality({ of: { rating, limit_tier: tier } }: { of: NumberQuality }) {
  const t = useTexts(healthTexts);
  const people = tier === null ? null : peopleOf(tier);
  return (
    <>
      <Badge look={RATING_LOOKS[rating]}>{t(`quality_${rating}`)}</Badge>
      {(rating === 'RED' || rating === 'YELLOW') && <p>{t('quality_step')}</p>}
      {tier !== null && (
        <p className="text-muted">{people === null ? t('no_day_limit') : t('day_limit', { count: people })}</p>
      )}
    </>
  );
}

/** The state in a word. */
export function ChannelBadge({ of: { problem } }: { of: Account }) {
  const t = useTexts(healthTexts);
  return <Badge look={problem === null ? 'good' : LOOKS[problem]}>{t(problem ?? 'connected')}</Badge>;
}

/** The state of a channel, since when, and what to do about it. */
export function ChannelState({ of }: { of: Account }) {
  const t = useTexts(healthTexts);
  const formats = useFormats();
  const { problem, status, device, authorized_at: authorizedAt, quality, restrictions } = of;
  return (
    <div className="grid justify-items-start gap-1">
      <ChannelBadge of={of} />
      {problem !== null && <p>{t(`${problem}_step`)}</p>}
      {restrictions.map(({ type, until }) => (
        <p key={type} className="break-all">
          <bdi>{type}</bdi>
          {until !== null && ` · ${t('restricted_until', { at: formats.dateTime(until) })}`}
        </p>
      ))}
      <p className="text-muted">{t(`${status}_since`, { at: formats.date(of.since) })}</p>
      {authorizedAt !== null && status === 'connected' && (
        <p className="text-muted">{t('authorized_at', { at: formats.date(authorizedAt) })}</p>
      )}
      {device?.last_heard_at && (
        <p className="text-muted">{t('device_heard', { at: formats.dateTime(device.last_heard_at) })}</p>
      )}
      {quality && <Quality of={quality} />}
    </div>
  );
}
