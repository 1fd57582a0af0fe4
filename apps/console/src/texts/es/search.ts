import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/search.ts';

export default {
  search: {
    title: 'Búsqueda',
    field: 'Buscar',
    hint: 'En árabe, los signos diacríticos, la hamza y la grafía de ة y ى no cambian el resultado.',
    empty: 'Busca mensajes y personas',
    empty_lead: 'Escribe una palabra, un nombre, un número, una etiqueta o el ID de un mensaje o una conversación.',
    people: 'Personas',
    no_people: 'Ninguna persona coincide.',
    labelled: 'Conversaciones con esta etiqueta',
    more_labelled: 'Más conversaciones',
    messages: 'Mensajes',
    no_messages: 'Ningún mensaje coincide.',
    from_customer: 'Cliente',
    from_us: 'Nosotros',
    taken_back: 'Eliminado',
    file: 'Archivo',
    more: 'Más mensajes',
    more_people: 'Más personas',
    by_id: 'Coincidencias por ID',
  },
} satisfies CatalogueIn<'es', typeof english>;
