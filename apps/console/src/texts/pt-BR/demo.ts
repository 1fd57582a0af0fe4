import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/demo.ts';

export default {
  banner: {
    demo_left: {
      one: 'Demonstração pública: este espaço de trabalho será excluído em menos de um minuto, com tudo o que há nele.',
      many: 'Demonstração pública: este espaço de trabalho será excluído em {count} minutos, com tudo o que há nele.',
      other: 'Demonstração pública: este espaço de trabalho será excluído em {count} minutos, com tudo o que há nele.',
    },
    demo_closed: 'Nada sai desta máquina. Convites, conexões e e-mails estão fechados.',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
