import { ExternalLink, List } from 'lucide-react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { threadTexts } from '../../../../texts/conversation.ts';
import type { Message } from '../../conversation/conversation.ts';
import { ContactCard, Line, PlaceCard } from './cards.tsx';
import { PollCard } from './poll-card.tsx';
import { webLink } from './web-link.ts';

type Content = NonNullable<Message['content']>;

const BUTTON =
  'flex min-h-9 items-center justify-center gap-2 rounded-lg border border-line bg-surface px-3 text-center font-medium text-accent';

/** The buttons below a message, as the customer sees them; only an address can be opened. */
function Buttons({ buttons }: { buttons: NonNullable<Content['buttons']> }) {
  const t = useTexts(threadTexts);
  return (
    <ul aria-label={t('buttons')} className="grid min-w-40 gap-1">
      {buttons.map(({ title, url }) => {
        const address = webLink(url);
        return (
          <li key={title}>
            {address === null ? (
              <span className={BUTTON}>
                <Line text={title} />
              </span>
            ) : (
              <a href={address} target="_blank" rel="noreferrer" title={address} className={BUTTON}>
                <ExternalLink aria-hidden className="size-4 shrink-0" />
                <Line text={title} />
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A list behind its button, as the customer opens it. */
function ListRows({ list: { button, sections } }: { list: NonNullable<Content['list']> }) {
  return (
    <details className="min-w-40 rounded-lg border border-line bg-surface">
      <summary className="flex min-h-9 cursor-pointer items-center justify-center gap-2 px-3 font-medium text-accent">
        <List aria-hidden className="size-4 shrink-0" />
        <Line text={button} />
      </summary>
      {sections.map(({ title, rows }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sections of a sent message stay in their order
        <div key={at} className="grid gap-1 border-t border-line p-2 text-ink">
          {title !== undefined && <Line text={title} className="text-sm text-muted" />}
          <ul className="grid gap-1">
            {rows.map((row) => (
              <li key={row.id}>
                <Line text={row.title} className="font-medium" />
                {row.description !== undefined && <Line text={row.description} className="text-sm text-muted" />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}

/** The content of a sent message besides text and files. */
export function SentContent({ content, votes }: { content: Content; votes: ReadonlyMap<number, number> | undefined }) {
  const { buttons, list, location, contacts, poll, post } = content;
  const t = useTexts(threadTexts);
  return (
    <>
      {buttons && <Buttons buttons={buttons} />}
      {list && <ListRows list={list} />}
      {location && (
        <PlaceCard place={{ name: location.name ?? '', address: location.address ?? '', coordinates: location }} />
      )}
      {contacts?.map(({ name, organization = '', phones = [], emails = [] }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the contacts of a sent message stay in their order
        <ContactCard key={at} contact={{ name, organization, phones, emails }} />
      ))}
      {poll && <PollCard poll={poll} votes={votes} />}
      {post && (
        <p>
          {t('kind_post')} <bdi dir="ltr">{post.id}</bdi>
        </p>
      )}
    </>
  );
}
