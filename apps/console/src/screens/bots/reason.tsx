import { useTexts } from '../../i18n/language-context.tsx';
import { reasonTexts } from './reason-texts.ts';

type Known = keyof typeof reasonTexts.en;
const isKnown = (reason: string): reason is Known => Object.hasOwn(reasonTexts.en, reason);

/** Why a bot did not answer. A model that asks for a person gives its reason in its own words. */
export function Reason({ of }: { of: string }) {
  const t = useTexts(reasonTexts);
  return (
    <span dir="auto" className="break-words">
      {isKnown(of) ? t(of) : of}
    </span>
  );
}
