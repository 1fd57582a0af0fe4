import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/number-settings.ts';

export default {
  username: {
    title: 'Nome de usuário no WhatsApp',
    lead: 'As pessoas encontram o número por este nome e veem o nome no lugar do número.',
    field: 'Nome de usuário',
    hint: 'Pelo menos 3 caracteres: de a a z, de 0 a 9, ponto e sublinhado, com pelo menos uma letra. Não pode começar com www.',
    suggestions: 'O WhatsApp sugere: {names}',
    move: 'Tirar de outro número desta empresa',
    save: 'Reservar nome de usuário',
    current: '{name} está em uso agora.',
    current_reserved: '{name} está reservado e ainda não aparece para as pessoas.',
    none: 'O número não tem nome de usuário.',
    remove: 'Excluir nome de usuário',
    remove_lead: 'As pessoas deixam de encontrar o número por este nome, e outra empresa pode ficar com ele.',
  },
  calls: {
    title: 'Ligações para o número',
    lead: 'As ligações tocam onde o número está registrado para elas e chegam aos webhooks. As pessoas veem uma alteração em até sete dias.',
    is_on: 'As pessoas podem ligar para o número',
    is_icon_shown: 'Mostrar o botão de ligação nas conversas',
    asks_permission: 'Perguntar a quem liga se é possível retornar a ligação',
    has_hours: 'Somente neste horário',
    holidays: {
      one: '{count} dia com horário próprio fica como está.',
      many: '{count} de dias com horário próprio ficam como estão.',
      other: '{count} dias com horário próprio ficam como estão.',
    },
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
