import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/usage.ts';

export default {
  usage: {
    title: 'Uso',
    by: 'Tabela por',
    by_channel: 'Canal',
    by_key: 'Chave (mensagens enviadas)',
    by_category: 'Categoria (cobrada pela Meta)',
    billed_lead:
      'Mensagens do WhatsApp enviadas para as quais a Meta informou um preço. A Meta cobra uma mensagem quando ela é entregue.',
    category: 'Categoria',
    messages_priced: 'Com preço',
    messages_billable: 'Cobradas pela Meta',
    key: 'Chave',
    no_key: 'Sem chave',
    cut: {
      one: 'Só a {count} linha mais recente é mostrada; escolha um período menor.',
      many: 'Só as {count} linhas mais recentes são mostradas; escolha um período menor.',
      other: 'Só as {count} linhas mais recentes são mostradas; escolha um período menor.',
    },
    days: 'Período',
    last: { one: 'Último dia', many: 'Últimos {count} dias', other: 'Últimos {count} dias' },
    day: 'Dia',
    channel: 'Canal',
    messages_in: 'Recebidas',
    messages_out: 'Enviadas',
    messages_failed: 'Com falha',
    cost: 'Custo (crédito)',
    chart: 'Mensagens por dia e canal',
    total: 'Total',
    empty: 'Nenhuma mensagem neste período',
    empty_lead: 'Envie uma mensagem com uma chave ou escolha um período maior.',
    satisfaction: 'Satisfação',
    good: 'Boa',
    middling: 'Regular',
    bad: 'Ruim',
    answered_of: '{answered} de {asked} clientes responderam',
    save: 'Baixar CSV',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
