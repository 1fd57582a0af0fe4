import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/phone.ts';

export default {
  phone: {
    title: 'هاتف الاختبار',
    window: 'افتحه في نافذة مستقلة',
  },
} satisfies CatalogueIn<'ar', typeof english>;
