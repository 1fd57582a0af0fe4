import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/stuck-webhooks.ts';

export default {
  stuck: {
    title: 'Webhooks parados',
    search: 'Buscar por locatário, chave ou URL',
    all: 'Todos os webhooks parados',
    empty: 'Nenhum webhook parado',
    empty_lead: 'Um webhook aparece aqui enquanto está pausado automaticamente, continua falhando ou está atrasado.',
    no_match: 'Nenhum webhook parado encontrado',
    no_match_lead: 'Nenhum locatário, chave ou URL contém este texto.',
    gone: 'Este webhook não está parado.',
    tenant: 'Locatário',
    deployment: 'Instalação',
    webhook: 'Webhook',
    platform_webhook: 'Webhook da plataforma',
    why: 'Motivo',
    paused: 'Pausado automaticamente',
    breaker: 'Com falhas',
    late: 'Atrasado',
    since: 'Desde',
    address: 'URL',
    failures: 'Falhas seguidas',
    last_attempt: 'Última tentativa',
    last_error: 'Último erro',
    oldest_due: 'Entrega pendente mais antiga',
    resumes: 'Próxima tentativa',
    actions: 'Ações',
    resume: 'Retomar',
    replay: 'Reenviar falhas',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
