import { DirectionProvider } from '@base-ui/react/direction-provider';
import { directionOf, LANGUAGE_CODES, type Language } from '@parley/common/languages/languages';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import type { Texts } from './catalogue.ts';
import { formatText, madeOnce, type Values } from './format-text.ts';
import { changeLanguage, followLanguage, type Section, shownLanguage } from './load-texts.ts';

interface LanguageChoice {
  language: Language;
  /** Changes the language once its strings are loaded; without a connection the page stays as it is. */
  setLanguage(language: Language): void;
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', setLanguage: () => {} });

const setLanguage = (language: Language): void => void changeLanguage(language);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const language = useSyncExternalStore(followLanguage, shownLanguage);
  const direction = directionOf(language);
  // Before the page is painted, which would otherwise be mirrored after that.
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = direction;
  }, [language, direction]);
  const choice = useMemo(() => ({ language, setLanguage }), [language]);
  return (
    <LanguageContext value={choice}>
      <DirectionProvider direction={direction}>{children}</DirectionProvider>
    </LanguageContext>
  );
}

export const useLanguage = (): LanguageChoice => useContext(LanguageContext);

/** The function that `useTexts` returns for a section. */
export type Translate<S extends Section> =
  S extends Section<infer T> ? (name: keyof T & string, values?: Values) => string : never;

/**
 * The strings of a part in the reader's language: `t('title')`, `t('members', { count: 3 })`. The function is stable
 * until the language changes.
 */
export function useTexts<T extends Texts>(section: Section<T>): Translate<Section<T>> {
  const { language } = useLanguage();
  return useCallback(
    (name: string, values: Values = {}) => {
      const text = section.in(language)?.[name];
      return text === undefined ? name : formatText(text, values, language);
    },
    [section, language],
  );
}

interface Formats {
  number(value: number): string;
  /** A share from 0 to 1 in per cent. */
  percent(share: number): string;
  dateTime(instant: string): string;
  /** With seconds, for logs. */
  exactTime(instant: string): string;
  date(instant: string): string;
  /** The time of the day. */
  time(instant: string): string;
  /** The distance from now in the largest fitting unit: `in 5 hr`. */
  distance(instant: string, nowMs: number): string;
  /** The distance from now in minutes, hours or days; "now" below a minute, the date from 30 days on. */
  ago(instant: string, nowMs: number): string;
  /** A day in UTC, whatever the time zone. */
  day(day: string): string;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The units of `ago`: each is used for distances below its bound, in seconds. Zero seconds is shown as "now". */
const UNITS = [
  { name: 'second', seconds: MINUTE, below: MINUTE },
  { name: 'minute', seconds: MINUTE, below: HOUR },
  { name: 'hour', seconds: HOUR, below: DAY },
  { name: 'day', seconds: DAY, below: 30 * DAY },
] as const;

const number = madeOnce((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }));
const percent = madeOnce((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));
const dateTime = madeOnce((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
const exactTime = madeOnce((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }));
const day = madeOnce((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
const time = madeOnce((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));
const relative = madeOnce((locale) => new Intl.RelativeTimeFormat(locale, { style: 'short' }));
const near = madeOnce((locale) => new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' }));
const date = madeOnce((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

const makeFormats = (language: Language): Formats => ({
  number: (value) => number(language).format(value),
  percent: (share) => percent(language).format(share),
  dateTime: (instant) => dateTime(language).format(new Date(instant)),
  exactTime: (instant) => exactTime(language).format(new Date(instant)),
  day: (given) => day(language).format(new Date(given)),
  date: (instant) => date(language).format(new Date(instant)),
  time: (instant) => time(language).format(new Date(instant)),
  ago(instant, nowMs) {
    const seconds = Math.round((Date.parse(instant) - nowMs) / 1000);
    const unit = UNITS.find(({ below }) => Math.abs(seconds) < below);
    return unit
      ? near(language).format(Math.trunc(seconds / unit.seconds), unit.name)
      : date(language).format(new Date(instant));
  },
  distance(instant, nowMs) {
    const minutes = Math.trunc((Date.parse(instant) - nowMs) / 60_000);
    return Math.abs(minutes) < 60
      ? relative(language).format(minutes, 'minute')
      : relative(language).format(Math.trunc(minutes / 60), 'hour');
  },
});

const FORMATS = Object.fromEntries(LANGUAGE_CODES.map((language) => [language, makeFormats(language)])) as Record<
  Language,
  Formats
>; // safe: one for each

/** Formats numbers and times for the reader's language, in the browser's time zone. */
export const useFormats = (): Formats => FORMATS[useLanguage().language];

/** Makes the browser load its language data, which the first formatter waits for. Called while the page waits for answers. */
export const warmFormats = (): void => void number(shownLanguage());
