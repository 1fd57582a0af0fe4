import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/keys.ts';

const section = sectionsOf<typeof english>('keys');

export const keysTexts = section('keys');
