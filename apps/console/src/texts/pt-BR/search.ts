import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/search.ts';

export default {
  search: {
    title: 'Busca',
    field: 'Buscar por',
    hint: 'Maiúsculas e minúsculas não fazem diferença. Nas mensagens, escreva os acentos.',
    empty: 'Busque mensagens e pessoas',
    empty_lead: 'Digite uma palavra, um nome, um número, uma etiqueta ou o ID de uma mensagem ou conversa.',
    people: 'Pessoas',
    no_people: 'Nenhuma pessoa encontrada.',
    labelled: 'Conversas com esta etiqueta',
    more_labelled: 'Mais conversas',
    messages: 'Mensagens',
    no_messages: 'Nenhuma mensagem encontrada.',
    from_customer: 'Cliente',
    from_us: 'Nós',
    taken_back: 'Excluída',
    file: 'Arquivo',
    more: 'Mais mensagens',
    more_people: 'Mais pessoas',
    by_id: 'Encontrado pelo ID',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
