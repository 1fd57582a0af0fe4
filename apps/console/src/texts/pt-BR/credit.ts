import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/credit.ts';

export default {
  credit: {
    title: 'Crédito',
    balance: 'Saldo',
    plan: 'Plano',
    threshold: 'Avisar abaixo de',
    never: 'Nunca',
    ledger: 'Movimentações de crédito',
    empty: 'Nenhuma movimentação ainda',
    empty_lead: 'O operador adiciona crédito; depois a primeira mensagem pode ser enviada.',
    at: 'Quando',
    kind: 'Tipo',
    top_up: 'Recarga',
    adjustment: 'Ajuste',
    reserve: 'Mensagem',
    refund: 'Estorno',
    bot: 'Resposta do bot',
    amount: 'Valor',
    message: 'ID da mensagem',
    category: 'Categoria do modelo',
    note: 'Observação',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
