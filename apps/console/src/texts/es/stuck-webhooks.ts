import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/stuck-webhooks.ts';

export default {
  stuck: {
    title: 'Webhooks atascados',
    search: 'Buscar por inquilino, clave o dirección',
    all: 'Todos los webhooks atascados',
    empty: 'No hay webhooks atascados',
    empty_lead: 'Un webhook aparece aquí mientras está en pausa automática, falla una y otra vez o va con retraso.',
    no_match: 'No se encontró ningún webhook atascado',
    no_match_lead: 'Ningún inquilino, clave ni dirección contiene este texto.',
    gone: 'Este webhook no está atascado.',
    tenant: 'Inquilino',
    deployment: 'Instalación',
    webhook: 'Webhook',
    platform_webhook: 'Webhook de la plataforma',
    why: 'Motivo',
    paused: 'En pausa automática',
    breaker: 'Con fallos',
    late: 'Con retraso',
    since: 'Desde',
    address: 'Dirección',
    failures: 'Fallos seguidos',
    last_attempt: 'Último intento',
    last_error: 'Último error',
    oldest_due: 'Pendiente más antigua',
    resumes: 'Próximo intento',
    actions: 'Acciones',
    resume: 'Reanudar',
    replay: 'Reenviar fallidas',
  },
} satisfies CatalogueIn<'es', typeof english>;
