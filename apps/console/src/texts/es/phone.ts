import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/phone.ts';

export default {
  phone: {
    title: 'Teléfono de prueba',
    window: 'Abrir en otra ventana',
  },
} satisfies CatalogueIn<'es', typeof english>;
