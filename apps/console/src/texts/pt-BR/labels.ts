import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/labels.ts';

export default {
  labels: {
    title: 'Etiquetas',
    empty: 'Nenhuma etiqueta ainda',
    empty_lead: 'As etiquetas organizam as conversas: por assunto, por urgência, por cliente.',
    create: 'Criar etiqueta',
    edit: 'Editar etiqueta',
    name: 'Título',
    color: 'Cor',
    edit_action: 'Editar',
    delete_action: 'Excluir',
    delete_title: 'Excluir a etiqueta {title}?',
    delete_lead:
      'Ela é removida de todas as conversas. As visões salvas que filtram por ela deixam de encontrar conversas.',
    actions: 'Ações de {title}',
    gray: 'Cinza',
    red: 'Vermelho',
    orange: 'Laranja',
    yellow: 'Amarelo',
    green: 'Verde',
    teal: 'Verde-azulado',
    blue: 'Azul',
    purple: 'Roxo',
    pink: 'Rosa',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
