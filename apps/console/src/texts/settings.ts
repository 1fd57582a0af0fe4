import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/settings.ts';

const section = sectionsOf<typeof english>('settings');

export const settingsTexts = section('settings');
export const issuerTexts = section('issuer');
