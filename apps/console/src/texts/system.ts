import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/system.ts';

const section = sectionsOf<typeof english>('system');

export const systemTexts = section('system');
