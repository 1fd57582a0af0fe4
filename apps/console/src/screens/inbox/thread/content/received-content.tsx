import { Forward, MousePointerClick, ShoppingCart, Timer } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useFormats, useTexts } from '../../../../i18n/language-context.tsx';
import { threadTexts } from '../../../../texts/conversation.ts';
import type { Message } from '../../conversation/conversation.ts';
import { CARD_LINK, Card, Line } from './cards.tsx';
import { cutText } from './cut-text.ts';
import { webLink } from './web-link.ts';

type Received = NonNullable<Message['received']>;

const Mark = ({ children }: { children: ReactNode }) => (
  <p className="flex items-center gap-1 text-sm text-muted [overflow-wrap:anywhere]">{children}</p>
);

const SOURCES = { ad: 'from_ad', post: 'from_post', link: 'from_link' } as const;

/** The ad, post or link that the person came from. Its picture is on the platform's server, and is not loaded. */
function Referral({ referral }: { referral: NonNullable<Received['referral']> }) {
  const t = useTexts(threadTexts);
  const { source, source_id: id, headline, body, url, ref } = referral;
  const address = webLink(url);
  return (
    <Card>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        {t(SOURCES[source], { name: cutText(headline || ref || id || '–') })}
      </p>
      {body && <Line text={body} className="text-sm" />}
      {address !== null && (
        <a href={address} target="_blank" rel="noreferrer" title={cutText(address)} className={`text-sm ${CARD_LINK}`}>
          {t('referral_link')}
        </a>
      )}
    </Card>
  );
}

function OrderCard({ order: { items } }: { order: NonNullable<Received['order']> }) {
  const t = useTexts(threadTexts);
  const formats = useFormats();
  return (
    <Card icon={<ShoppingCart aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />}>
      <p className="font-medium">{t('order')}</p>
      <ul>
        {items.map(({ product_id: product, quantity, price, currency }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an order may name a product twice
          <li key={at} className="flex justify-between gap-4 text-sm [overflow-wrap:anywhere]">
            <span>{t('order_item', { quantity: quantity ?? 1, product: cutText(product) })}</span>
            {price !== null && (
              <bdi className="shrink-0 text-muted">
                {formats.number(price)} {cutText(currency ?? '')}
              </bdi>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Vote({ options }: NonNullable<Received['poll_answer']>) {
  const t = useTexts(threadTexts);
  if (options.length === 0) return <Mark>{t('vote_withdrawn')}</Mark>;
  const titles = options.map(({ title, index }) => title ?? t('option_number', { number: (index ?? 0) + 1 }));
  return <Mark>{t('voted', { options: cutText(titles.join(', ')) })}</Mark>;
}

/** Shown above the text of a received message: its referral, and whether it was forwarded or view-once. */
export function ReceivedMarks({ received }: { received: Received }) {
  const t = useTexts(threadTexts);
  const { forwarded, view_once: once, referral } = received;
  return (
    <>
      {referral && <Referral referral={referral} />}
      {forwarded && (
        <Mark>
          <Forward aria-hidden className="size-4 shrink-0" />
          {t('forwarded')}
        </Mark>
      )}
      {once && (
        <Mark>
          <Timer aria-hidden className="size-4 shrink-0" />
          {t('view_once')}
        </Mark>
      )}
    </>
  );
}

const CHOICES = {
  button: 'chosen_button',
  quick_reply: 'chosen_button',
  postback: 'chosen_button',
  list: 'chosen_list',
  flow: 'chosen_flow',
} as const;

/** The most fields of a form that are shown; the event has all of them. */
const FIELDS_SHOWN = 30;

/** Marks a text that was chosen, not typed; for a form also its fields. */
export function ChoiceMark({ choice: { type, data } }: { choice: NonNullable<Message['interactive']> }) {
  const t = useTexts(threadTexts);
  const fields = type === 'flow' ? Object.entries(data ?? {}).slice(0, FIELDS_SHOWN) : [];
  return (
    <>
      <Mark>
        <MousePointerClick aria-hidden className="size-4 shrink-0" />
        {t(CHOICES[type])}
      </Mark>
      {fields.length > 0 && (
        <dl className="grid gap-x-3 text-sm sm:grid-cols-[auto_1fr]">
          {fields.map(([name, value]) => (
            <Fragment key={name}>
              <dt className="text-muted">
                <Line text={name} />
              </dt>
              <dd>
                <Line text={typeof value === 'string' ? value : JSON.stringify(value)} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  );
}

/** Shown below the text of a received message: product, order, vote and mentions. */
export function ReceivedContent({ received }: { received: Received }) {
  const t = useTexts(threadTexts);
  const { order, product, poll_answer: vote, mentions } = received;
  return (
    <>
      {product && <Mark>{t('product', { product: cutText(product.product_id) })}</Mark>}
      {order && <OrderCard order={order} />}
      {vote && <Vote options={vote.options} />}
      {mentions && <Mark>{t('mentions', { names: cutText(mentions.join(', ')) })}</Mark>}
    </>
  );
}
