import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/teams.ts';

export default {
  teams: {
    title: 'Equipes',
    empty: 'Nenhuma equipe ainda',
    empty_lead: 'As conversas podem ser atribuídas a uma equipe de membros e, por rodízio, a um deles.',
    create: 'Criar equipe',
    edit: 'Editar equipe',
    name: 'Nome',
    members: 'Membros',
    by_turns: 'Atribuir conversas por rodízio',
    turns: 'Rodízio',
    on: 'Ativado',
    off: 'Desativado',
    edit_action: 'Editar',
    delete_action: 'Excluir',
    delete_title: 'Excluir a equipe {name}?',
    delete_lead:
      'As conversas dela mantêm seus responsáveis. As visões salvas que filtram por ela deixam de encontrar conversas.',
    actions: 'Ações de {name}',
    count: { one: '{count} membro', many: '{count} membros', other: '{count} membros' },
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
