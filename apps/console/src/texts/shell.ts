import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/shell.ts';

const section = sectionsOf<typeof english>('shell');

export const shellTexts = section('shell');
/** The names of the channels; the compiler requires each. */
export const channelTexts = section('channel');
export const lengthTexts = section('length');
export const uiTexts = section('ui');
export const categoryTexts = section('category');
export const copyTexts = section('copy');
export const hoursTexts = section('hours');
export const leaveTexts = section('leave');
