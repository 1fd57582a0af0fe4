import { fillVariables } from '@parley/common/wa-template/template-variables';
import { ArrowUpRight, Copy, File, ImageIcon, List, MapPin, Phone, Reply, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { templatesTexts } from '../../texts/templates.ts';
import { type ButtonType, type EditedButton, type Editing, NEW_BUTTON } from './editing.ts';

/** WhatsApp shows two of more than three buttons, and the rest behind one. */
const SHOWN_MAX = 3;

const ICONS: Readonly<Record<ButtonType, typeof Reply>> = {
  quick_reply: Reply,
  url: ArrowUpRight,
  phone_number: Phone,
  copy_code: Copy,
};

function Row({ icon: Icon, children }: { icon: typeof Reply; children: ReactNode }) {
  return (
    <li className="flex min-h-10 items-center justify-center gap-2 border-t border-line px-3 text-center text-accent">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span dir="auto" className="[overflow-wrap:anywhere]">
        {children}
      </span>
    </li>
  );
}

function Buttons({ buttons }: { buttons: readonly EditedButton[] }) {
  const t = useTexts(templatesTexts);
  const isCut = buttons.length > SHOWN_MAX;
  return (
    <ul>
      {buttons.slice(0, isCut ? SHOWN_MAX - 1 : SHOWN_MAX).map(({ type, title }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a button is identified by its position
        <Row key={index} icon={ICONS[type]}>
          {type === 'copy_code' ? t('preview_copy') : title || t('button', { number: index + 1 })}
        </Row>
      ))}
      {isCut && <Row icon={List}>{t('preview_more')}</Row>}
    </ul>
  );
}

function Header({ of: { header, headerText, headerExample } }: { of: Editing }) {
  const t = useTexts(templatesTexts);
  if (header === 'none') return null;
  if (header === 'text')
    return (
      <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
        {fillVariables(headerText, () => headerExample)}
      </p>
    );
  const Icon = { image: ImageIcon, video: Video, document: File, location: MapPin }[header];
  return (
    <div className="grid h-28 place-content-center justify-items-center gap-1 rounded-md bg-raised text-sm text-muted">
      <Icon aria-hidden className="size-8" />
      {header === 'location' ? t('preview_place') : t('preview_file')}
    </div>
  );
}

function Text({ of }: { of: Editing }) {
  const t = useTexts(templatesTexts);
  const isAuthentication = of.category === 'AUTHENTICATION';
  const advice = of.hasSecurityAdvice ? ` ${t('preview_advice')}` : '';
  return (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {isAuthentication ? `123456 ${t('preview_code')}${advice}` : fillVariables(of.body, (name) => of.examples[name])}
    </p>
  );
}

/** The message as a phone shows it, with the examples in place of the placeholders. */
export function TemplatePreview({ of }: { of: Editing }) {
  const t = useTexts(templatesTexts);
  const isAuthentication = of.category === 'AUTHENTICATION';
  const buttons: readonly EditedButton[] = isAuthentication ? [{ ...NEW_BUTTON, type: 'copy_code' }] : of.buttons;
  return (
    <section aria-label={t('preview')} className="w-full max-w-80 rounded-4xl border-8 border-line bg-raised p-3 pb-8">
      <p aria-hidden className="mx-auto mb-3 h-1.5 w-16 rounded-full bg-line" />
      <div className="overflow-hidden rounded-xl rounded-ss-none bg-surface shadow-sm">
        <div className="grid gap-2 p-2.5">
          {!isAuthentication && <Header of={of} />}
          <Text of={of} />
          {!isAuthentication && of.footer !== '' && (
            <p dir="auto" className="text-sm text-muted [overflow-wrap:anywhere]">
              {of.footer}
            </p>
          )}
        </div>
        {buttons.length > 0 && <Buttons buttons={buttons} />}
      </div>
    </section>
  );
}
