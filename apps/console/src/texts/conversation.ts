import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/conversation.ts';

const section = sectionsOf<typeof english>('conversation');

export const attachTexts = section('attach');
/** The list of canned replies above the composer. */
export const cannedTexts = section('canned');
export const changeTexts = section('change');
/** The composer, its forms and its recorder. */
export const composeTexts = section('compose');
export const daysTexts = section('days');
export const emojiTexts = section('emoji');
/** Notes in the thread, the composer and the panel of the person. */
export const notesTexts = section('notes');
export const othersTexts = section('others');
export const personTexts = section('person');
/** The contents of messages, their marks and actions. */
export const threadTexts = section('thread');
