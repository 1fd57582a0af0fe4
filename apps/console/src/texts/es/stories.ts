import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/stories.ts';

export default {
  story: {
    title: 'Horario de apertura',
    lead: 'Cuándo hay alguien para responder y qué pasa con los mensajes que llegan de noche.',
    text: 'Los mensajes que llegan después de las diez de la noche se responden a la mañana siguiente, en el orden en que llegaron.',
    action: 'Guardar el horario',
    remove: 'Quitar',
    name: 'Nombre',
    hint: 'Como lo leen los clientes.',
    first: 'Tienda de El Cairo',
    second: 'Tienda de Alejandría',
    good: 'Abierta',
    warn: 'Cierra pronto',
    bad: 'Cerrada',
  },
} satisfies CatalogueIn<'es', typeof english>;
