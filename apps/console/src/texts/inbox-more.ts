import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/inbox-more.ts';

const section = sectionsOf<typeof english>('inbox-more');

export const bulkTexts = section('bulk');
export const consentTexts = section('consent');
export const eraseTexts = section('erase');
export const filterTexts = section('filter');
export const firstMessageTexts = section('firstMessage');
/** The group of a conversation, in the panel of the person. */
export const groupTexts = section('group');
export const sharedThreadTexts = section('sharedThread');
export const startTexts = section('start');
export const templateTexts = section('template');
export const viewDialogTexts = section('viewDialog');
