import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/demo.ts';

const section = sectionsOf<typeof english>('demo');

export const demoTexts = section('banner');
