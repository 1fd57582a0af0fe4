import type { MessageLength } from '@parley/common/messages/message-length';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { composeTexts } from '../../../texts/conversation.ts';

/** The counter is shown from this share of the limit. */
const NEAR = 0.9;

const isNear = ({ length, limit }: MessageLength): boolean => length >= limit * NEAR;
export const isTooLong = ({ length, limit }: MessageLength): boolean => length > limit;

/** The attributes of a text field that has a counter. */
export const counterAria = (id: string, measured: MessageLength) => ({
  'aria-invalid': isTooLong(measured),
  'aria-describedby': isNear(measured) ? id : undefined,
});

/** The length of a text and the limit of its channel, once the text is near the limit. */
export function LengthCounter({ id, measured }: { id: string; measured: MessageLength }) {
  const t = useTexts(composeTexts);
  const formats = useFormats();
  if (!isNear(measured)) return null;
  const isLong = isTooLong(measured);
  const values = { length: formats.number(measured.length), limit: formats.number(measured.limit) };
  return (
    <p id={id} role={isLong ? 'alert' : undefined} className={`text-sm ${isLong ? 'text-bad' : 'text-muted'}`}>
      {isLong ? t(`too_long_${measured.unit}`, values) : t('length', values)}
    </p>
  );
}
