import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/sign-in.ts';

const section = sectionsOf<typeof english>('sign-in');

export const signInTexts = section('signIn');
export const singleSignOnTexts = section('singleSignOn');
