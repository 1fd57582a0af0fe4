import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/number-settings.ts';

const section = sectionsOf<typeof english>('number-settings');

export const usernameTexts = section('username');
export const callsTexts = section('calls');
