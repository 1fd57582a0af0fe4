import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/canned-replies.ts';

export default {
  cannedReplies: {
    title: 'Respostas rápidas',
    empty: 'Nenhuma resposta rápida ainda',
    empty_lead: 'Prepare as respostas que você dá com frequência. Na caixa de entrada, / insere uma.',
    create: 'Criar resposta rápida',
    name: 'Título',
    text: 'Texto',
    text_hint: '{fields} são preenchidos ao inserir.',
    refused: 'Ela só pode ter os campos {fields}.',
    changed: 'Alteração',
    edit: 'Editar',
    remove: 'Excluir',
    actions: 'Ações de {name}',
    remove_title: 'Excluir “{name}”?',
    remove_lead: 'As mensagens enviadas com ela ficam como estão.',
    search: 'Buscar',
    nothing: 'Nenhuma resposta rápida encontrada',
    nothing_lead: 'Busque outras palavras.',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
