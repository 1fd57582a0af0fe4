import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/bots.ts';

const section = sectionsOf<typeof english>('bots');

export const botsTexts = section('bots');
/** Texts of a bot's knowledge. */
export const knowledgeTexts = section('knowledge');
/** The reason why a bot did not answer, by the service's code. */
export const reasonTexts = section('reason');
