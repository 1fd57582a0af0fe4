import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/channels.ts';

const section = sectionsOf<typeof english>('channels');

export const channelsTexts = section('channels');
export const consentTexts = section('consent');
export const healthTexts = section('health');
export const limitsTexts = section('limits');
export const proxyTexts = section('proxy');
