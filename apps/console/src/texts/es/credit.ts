import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/credit.ts';

export default {
  credit: {
    title: 'Crédito',
    balance: 'Saldo',
    plan: 'Plan',
    threshold: 'Avisar por debajo de',
    never: 'Nunca',
    ledger: 'Movimientos de crédito',
    empty: 'Aún no hay movimientos',
    empty_lead: 'El operador agrega crédito; después se puede enviar el primer mensaje.',
    at: 'Fecha',
    kind: 'Tipo',
    top_up: 'Recarga',
    adjustment: 'Ajuste',
    reserve: 'Mensaje',
    refund: 'Reembolso',
    bot: 'Respuesta de bot',
    amount: 'Importe',
    message: 'ID del mensaje',
    category: 'Categoría de plantilla',
    note: 'Nota',
  },
} satisfies CatalogueIn<'es', typeof english>;
