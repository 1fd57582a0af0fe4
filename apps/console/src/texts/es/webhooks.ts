import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/webhooks.ts';

export default {
  webhooks: {
    title: 'Webhooks',
    of_key: 'Clave',
    all: 'Todas las claves',
    empty: 'Aún no hay entregas',
    empty_lead: 'Elige una clave que tenga una dirección de webhook y envía un evento de prueba.',
    to_keys: 'Abrir claves',
    no_match: 'Ninguna entrega coincide',
    no_match_lead: 'Ninguna entrega está en este estado.',
    show_all: 'Mostrar todas las entregas',
    address: 'Dirección',
    no_address: 'Esta clave no tiene dirección de webhook. Indícala en Claves.',
    catalogue: 'Catálogo de eventos',
    event: 'Evento',
    send_to: 'Enviar a',
    choose_key: 'Elige una clave',
    send_sample: 'Enviar este evento como prueba',
    last_day: 'Últimas 24 horas',
    success_rate: 'Tasa de éxito',
    p95: 'Duración, p95',
    milliseconds: '{value} ms',
    counted: { one: 'de {count} entrega', many: 'de {count} entregas', other: 'de {count} entregas' },
    counted_newest: {
      one: 'de la última entrega',
      many: 'de las últimas {count} entregas',
      other: 'de las últimas {count} entregas',
    },
  },
} satisfies CatalogueIn<'es', typeof english>;
