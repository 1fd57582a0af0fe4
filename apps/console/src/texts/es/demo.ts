import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/demo.ts';

export default {
  banner: {
    demo_left: {
      one: 'Demostración pública: este espacio de trabajo se elimina en menos de un minuto, con todo lo que contiene.',
      many: 'Demostración pública: este espacio de trabajo se elimina en {count} minutos, con todo lo que contiene.',
      other: 'Demostración pública: este espacio de trabajo se elimina en {count} minutos, con todo lo que contiene.',
    },
    demo_closed: 'Nada sale de esta máquina. Las invitaciones, las conexiones y los correos están cerrados.',
  },
} satisfies CatalogueIn<'es', typeof english>;
