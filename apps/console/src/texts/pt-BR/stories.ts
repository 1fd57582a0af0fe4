import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/stories.ts';

export default {
  story: {
    title: 'Horário de funcionamento',
    lead: 'Quando há atendimento e o que acontece com as mensagens que chegam à noite.',
    text: 'As mensagens que chegam depois das dez da noite são respondidas na manhã seguinte, na ordem em que chegaram.',
    action: 'Salvar o horário',
    remove: 'Remover',
    name: 'Nome',
    hint: 'Como os clientes o leem.',
    first: 'Loja em São Paulo',
    second: 'Loja em Belo Horizonte',
    good: 'Aberta',
    warn: 'Fecha em breve',
    bad: 'Fechada',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
