import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/usage.ts';

export default {
  usage: {
    title: 'Uso',
    by: 'Agrupar por',
    by_channel: 'Canal',
    by_key: 'Clave (mensajes enviados)',
    by_category: 'Categoría (cobro de Meta)',
    billed_lead:
      'Mensajes de WhatsApp enviados para los que Meta informó un precio. Meta cobra un mensaje cuando se entrega.',
    category: 'Categoría',
    messages_priced: 'Con precio',
    messages_billable: 'Cobrados por Meta',
    key: 'Clave',
    no_key: 'Sin clave',
    cut: {
      one: 'Solo se muestra la fila más reciente; elige un período más corto.',
      many: 'Solo se muestran las {count} filas más recientes; elige un período más corto.',
      other: 'Solo se muestran las {count} filas más recientes; elige un período más corto.',
    },
    days: 'Período',
    last: { one: 'Último día', many: 'Últimos {count} días', other: 'Últimos {count} días' },
    day: 'Día',
    channel: 'Canal',
    messages_in: 'Recibidos',
    messages_out: 'Enviados',
    messages_failed: 'Fallidos',
    cost: 'Costo (crédito)',
    chart: 'Mensajes por día y canal',
    total: 'Total',
    empty: 'No hay mensajes en este período',
    empty_lead: 'Envía un mensaje con una clave o elige un período más largo.',
    satisfaction: 'Satisfacción',
    good: 'Buena',
    middling: 'Regular',
    bad: 'Mala',
    answered_of: '{answered} de {asked} clientes respondieron',
    save: 'Descargar CSV',
  },
} satisfies CatalogueIn<'es', typeof english>;
