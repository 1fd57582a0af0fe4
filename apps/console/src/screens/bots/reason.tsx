import { useTexts } from '../../i18n/language-context.tsx';
import { hasText } from '../../i18n/load-texts.ts';
import { reasonTexts } from '../../texts/bots.ts';

/** The reason why a bot did not answer. A model that asks for a person gives its reason in its own words. */
export function Reason({ of }: { of: string }) {
  const t = useTexts(reasonTexts);
  return (
    <span dir="auto" className="break-words">
      {hasText(reasonTexts, of) ? t(of) : of}
    </span>
  );
}
