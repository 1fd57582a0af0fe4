import { mapAddressOf } from '@parley/common/messages/map-address';
import { MapPin, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { threadTexts } from '../../../../texts/conversation.ts';
import { cutText } from './cut-text.ts';
import type { ShownContact, ShownPlace } from './read-payload.ts';

/** Untrusted text in a card: in its own direction, and cut to the length of a title. */
export const Line = ({ text, className = '' }: { text: string; className?: string }) => (
  <span dir="auto" className={`block [overflow-wrap:anywhere] [unicode-bidi:isolate] ${className}`}>
    {cutText(text)}
  </span>
);

/** The frame of a content that is not text. */
export const Card = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <div className="flex max-w-full gap-2 rounded-lg border border-line bg-surface p-2 text-ink">
    {icon}
    <div className="grid min-w-0 gap-0.5">{children}</div>
  </div>
);

export const CARD_LINK = 'text-accent underline [overflow-wrap:anywhere]';

/** A place: its name, and a link to a map, which loads only when it is opened. */
export function PlaceCard({ place: { name, address, coordinates } }: { place: ShownPlace }) {
  const t = useTexts(threadTexts);
  return (
    <Card icon={<MapPin aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />}>
      <Line text={name || t('kind_location')} className="font-medium" />
      {address !== '' && <Line text={address} className="text-sm" />}
      {coordinates && (
        <>
          <bdi dir="ltr" className="text-sm text-muted">
            {coordinates.latitude}, {coordinates.longitude}
          </bdi>
          <a href={mapAddressOf(coordinates)} target="_blank" rel="noreferrer" className={`text-sm ${CARD_LINK}`}>
            {t('open_map')}
          </a>
        </>
      )}
    </Card>
  );
}

/** A contact: name, organization, phone numbers and e-mail addresses. */
export function ContactCard({ contact: { name, organization, phones, emails } }: { contact: ShownContact }) {
  const t = useTexts(threadTexts);
  return (
    <Card icon={<UserRound aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />}>
      <Line text={name || t('unnamed')} className="font-medium" />
      {organization !== '' && <Line text={organization} className="text-sm" />}
      {[...phones, ...emails].map((address) => (
        <bdi key={address} dir="ltr" className="text-sm text-muted [overflow-wrap:anywhere]">
          {cutText(address)}
        </bdi>
      ))}
    </Card>
  );
}
