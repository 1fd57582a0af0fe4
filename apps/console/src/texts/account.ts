import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/account.ts';

const section = sectionsOf<typeof english>('account');

export const accountTexts = section('account');
