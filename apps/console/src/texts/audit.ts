import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/audit.ts';

const section = sectionsOf<typeof english>('audit');

export const auditTexts = section('audit');
/** Audited actions, by operation: a past participle after the person's name in English, after a colon in Arabic. */
export const actionTexts = section('action');
