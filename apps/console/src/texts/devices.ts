import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/devices.ts';

const section = sectionsOf<typeof english>('devices');

export const devicesTexts = section('devices');
