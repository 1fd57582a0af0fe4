import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/webhooks.ts';

export default {
  webhooks: {
    title: 'Webhooks',
    of_key: 'Chave',
    all: 'Todas as chaves',
    empty: 'Nenhuma entrega ainda',
    empty_lead: 'Escolha uma chave que tenha URL de webhook e envie um evento de teste.',
    to_keys: 'Abrir chaves',
    no_match: 'Nenhuma entrega encontrada',
    no_match_lead: 'Nenhuma entrega tem este status.',
    show_all: 'Mostrar todas as entregas',
    address: 'URL',
    no_address: 'Esta chave não tem URL de webhook. Defina uma em Chaves.',
    catalogue: 'Catálogo de eventos',
    event: 'Evento',
    send_to: 'Enviar para',
    choose_key: 'Escolha uma chave',
    send_sample: 'Enviar este evento como teste',
    last_day: 'Últimas 24 horas',
    success_rate: 'Taxa de sucesso',
    p95: 'Duração, p95',
    milliseconds: '{value} ms',
    counted: { one: 'de {count} entrega', many: 'de {count} entregas', other: 'de {count} entregas' },
    counted_newest: {
      one: 'da última {count} entrega',
      many: 'das últimas {count} entregas',
      other: 'das últimas {count} entregas',
    },
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
