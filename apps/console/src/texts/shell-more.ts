import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/shell-more.ts';

const section = sectionsOf<typeof english>('shell-more');

export const helpTexts = section('help');
/** The bell with the notes that mention the reader. */
export const mentionsTexts = section('mentions');
/** Reasons of errors that few pages meet, loaded with the first of them. */
export const reasonTexts = section('reason');
