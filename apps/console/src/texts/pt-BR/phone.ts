import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/phone.ts';

export default {
  phone: {
    title: 'Celular de teste',
    window: 'Abrir em uma nova janela',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
