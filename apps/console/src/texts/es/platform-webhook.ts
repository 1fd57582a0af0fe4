import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/platform-webhook.ts';

export default {
  platformWebhook: {
    tenant: 'Webhook de la plataforma',
    deployment: 'Webhook de la instalación',
    make: 'Configurar webhook',
    change: 'Editar',
    empty: 'Aún no hay webhook',
    empty_lead: 'Configúralo para seguir conversaciones, bots y notificaciones desde un sistema propio.',
    url: 'Dirección',
    url_hint: 'Una dirección https tuya; cada evento se firma con su secreto.',
    events: 'Eventos',
    lacks_event: 'Elige al menos un evento.',
    secret: 'Secreto de firma',
    secret_lead: 'Cópialo ahora: se muestra una sola vez. El secreto anterior también firma durante 24 horas.',
    health: 'Salud',
    rotate: 'Rotar secreto',
    rotate_title: '¿Rotar el secreto de firma?',
    rotate_lead:
      'Tu receptor necesita el secreto nuevo. Solo un secreto anterior sigue siendo válido, durante 24 horas: si lo rotas otra vez en ese tiempo, dejará de funcionar un receptor que aún use el más antiguo.',
    delete: 'Eliminar',
    delete_title: '¿Eliminar el webhook de la plataforma?',
    delete_lead: 'Las entregas en espera terminan como fallidas. No se puede deshacer.',
    deliveries: 'Entregas',
    no_deliveries: 'Aún no hay entregas. Envía un evento de prueba.',
  },
} satisfies CatalogueIn<'es', typeof english>;
