import { OperationError } from '../../api/call-gateway.ts';
import { CHANNEL_CODES } from '../../i18n/channel-codes.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { storyTexts } from '../../texts/stories.ts';
import { Button } from '../buttons/button.tsx';
import { CopyBlock } from '../buttons/copy-block.tsx';
import { Figure, Figures } from '../figures/figure.tsx';
import { SparkLine } from '../figures/spark-line.tsx';
import { Ago } from '../marks/ago.tsx';
import { Avatar } from '../marks/avatar.tsx';
import { Badge } from '../marks/badge.tsx';
import { ChannelMark } from '../marks/channel-mark.tsx';
import { LabelChip, LabelDot } from '../marks/label-chip.tsx';
import { WorkspaceLogo } from '../marks/workspace-logo.tsx';
import { Card } from '../page/card.tsx';
import { Disclosure } from '../page/disclosure.tsx';
import { Facts } from '../page/facts.tsx';
import { Loading } from '../page/loading.tsx';
import { EmptyPage, EmptyPicture, Page } from '../page/page.tsx';
import { Section } from '../page/section.tsx';
import { QrCode } from '../phone/qr-code.tsx';
import { Problem } from '../problems/problem.tsx';
import { WebhookState } from '../webhook/webhook-state.tsx';

/** One pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PICTURE = `data:image/png;base64,${PIXEL}`;

export function AvatarStory() {
  const name = useTexts(storyTexts)('name');
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} seed="small" size="small" />
      <Avatar name={name} seed={name} />
      <Avatar name={name} seed="bot" icon="bot" size="large" />
      <Avatar name={name} seed="picture" size="huge" picture={{ mime_type: 'image/png', data: PIXEL }} />
    </div>
  );
}

export function WorkspaceLogoStory() {
  const name = useTexts(storyTexts)('name');
  return (
    <div className="flex gap-3">
      <WorkspaceLogo name={name} image={null} />
      <WorkspaceLogo name={name} image={PICTURE} />
    </div>
  );
}

const RISING = [0, 3, 2, 8, 5, 13];

export const SparkLineStory = () => <SparkLine values={RISING} label={useTexts(storyTexts)('text')} />;

export const FigureStory = () => (
  <Figures>
    <Figure title={useTexts(storyTexts)('title')} value="1,234" />
  </Figures>
);

export function FiguresStory() {
  const t = useTexts(storyTexts);
  return (
    <Figures>
      <Figure title={t('title')} value="13" line={{ values: RISING, label: t('text') }} />
      <Figure title={t('name')} value="0" note={t('lead')} />
    </Figures>
  );
}

export function FactsStory() {
  const t = useTexts(storyTexts);
  return (
    <Facts
      of={[
        { title: t('name'), value: t('first') },
        { title: t('title'), value: 'https://parley.example/'.repeat(4) },
      ]}
    />
  );
}

export const LabelDotStory = () => <LabelDot color="teal" />;

export function LabelChipStory() {
  const t = useTexts(storyTexts);
  return (
    <div className="flex flex-wrap gap-3">
      <LabelChip title={t('name')} color="blue" />
      <LabelChip title={t('warn').repeat(8)} color="orange" width="max-w-20" />
    </div>
  );
}

export function BadgeStory() {
  const t = useTexts(storyTexts);
  return (
    <div className="flex flex-wrap gap-3">
      <Badge look="good">{t('good')}</Badge>
      <Badge look="plain">{t('name')}</Badge>
      <Badge look="warn">{t('warn')}</Badge>
      <Badge look="bad">{t('bad')}</Badge>
    </div>
  );
}

export const CardStory = () => <Card>{useTexts(storyTexts)('text')}</Card>;

export const ChannelMarkStory = () => (
  <div className="flex flex-wrap gap-3">
    {CHANNEL_CODES.map((channel) => (
      <ChannelMark key={channel} channel={channel} />
    ))}
  </div>
);

export const CopyBlockStory = () => (
  <CopyBlock label={useTexts(storyTexts)('name')} value="curl -s 'https://parley.example/v1/shop?action=status'" />
);

export function DisclosureStory() {
  const t = useTexts(storyTexts);
  return (
    <Disclosure title={t('title')} isOpen>
      {t('text')}
    </Disclosure>
  );
}

export function PageStory() {
  const t = useTexts(storyTexts);
  return (
    <Page title={t('title')} actions={<Button look="primary">{t('action')}</Button>}>
      <p>{t('text')}</p>
    </Page>
  );
}

export function EmptyPageStory() {
  const t = useTexts(storyTexts);
  return (
    <EmptyPage title={t('title')} action={<Button look="primary">{t('action')}</Button>}>
      {t('text')}
    </EmptyPage>
  );
}

export function SectionStory() {
  const t = useTexts(storyTexts);
  return (
    <Section title={t('title')} lead={t('lead')} actions={<Button>{t('action')}</Button>}>
      <p>{t('text')}</p>
    </Section>
  );
}

export const LoadingStory = () => <Loading />;

export const ProblemStory = () => (
  <Problem error={new OperationError({ code: 'unreachable', message: 'No answer.', requestId: 'req_0123456789' })} />
);

export const QrCodeStory = () => <QrCode text="https://parley.example" label={useTexts(storyTexts)('title')} />;

export function WebhookStateStory() {
  const t = useTexts(storyTexts);
  const action = { isPending: false, run: () => {} };
  return (
    <WebhookState
      label={t('title')}
      of={{
        status: 'paused',
        webhook_url: 'https://shop.example/hook',
        reason: 'failing',
        waiting: 11,
        consecutive_failures: 3,
      }}
      test={action}
      pause={action}
      resume={action}
    >
      <p>{t('text')}</p>
    </WebhookState>
  );
}

export const AgoStory = () => <Ago at={new Date().toISOString()} />;

export const EmptyPictureStory = () => <EmptyPicture />;
