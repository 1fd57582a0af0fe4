import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/tenants.ts';

const section = sectionsOf<typeof english>('tenants');

export const tenantsTexts = section('tenants');
