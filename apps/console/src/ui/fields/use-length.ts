import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { lengthTexts } from '../../texts/shell.ts';

/** The part of the longest text from which its length is shown. */
const SHOWN_FROM = 0.8;

type Field = HTMLInputElement | HTMLTextAreaElement;

interface Length<F extends Field> {
  own: RefObject<F | null>;
  /** Called on input. */
  note: (field: F) => void;
  /** Shown near the limit. */
  count: string | null;
  /** Shown beyond the limit. */
  error: string | null;
}

/**
 * The length of a field's text. The browser's own `maxLength` cuts a pasted text silently: here a text that is too long
 * stays, is explained, and keeps its form from being submitted.
 */
export function useLength<F extends Field>(
  { value, defaultValue }: { value?: unknown; defaultValue?: unknown },
  max: number | undefined,
): Length<F> {
  const t = useTexts(lengthTexts);
  const own = useRef<F>(null);
  const [noted, setNoted] = useState(String(defaultValue ?? '').length);
  const length = value === undefined ? noted : String(value).length;
  const isTooLong = max !== undefined && length > max;
  const error = isTooLong ? t('too_long', { count: length, max }) : null;
  useEffect(() => own.current?.setCustomValidity(error ?? ''), [error]);
  return {
    own,
    note: (field) => setNoted(field.value.length),
    count: max !== undefined && !isTooLong && length >= max * SHOWN_FROM ? t('length', { count: length, max }) : null,
    error,
  };
}
