import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/inbox.ts';

const section = sectionsOf<typeof english>('inbox');

export const inboxTexts = section('inbox');
export const actionTexts = section('action');
export const labelTexts = section('label');
export const snoozeTexts = section('snooze');
export const teamTexts = section('team');
export const undoTexts = section('undo');
export const unsentTexts = section('unsent');
export const viewsTexts = section('views');
