import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/home.ts';

const section = sectionsOf<typeof english>('home');

export const homeTexts = section('home');
