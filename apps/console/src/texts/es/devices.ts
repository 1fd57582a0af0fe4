import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/devices.ts';

export default {
  devices: {
    title: 'Teléfonos vinculados',
    search: 'Buscar por inquilino, nombre o número',
    all: 'Todos los teléfonos vinculados',
    empty: 'No hay teléfonos vinculados',
    empty_lead: 'Los inquilinos vinculan teléfonos en Canales.',
    no_match: 'No se encontró ningún teléfono',
    no_match_lead: 'Ningún inquilino, nombre ni número contiene este texto.',
    gone: 'Este teléfono ya no está vinculado o no se debe conectar.',
    device: 'Teléfono',
    tenant: 'Inquilino',
    state: 'Estado',
    healthy: 'Correcto',
    offline: 'Sin conexión',
    restricted: 'Limitado',
    silent: 'Silencioso',
    offline_help:
      'Parley sigue intentando reconectar. Si continúa sin conexión, puede que el propio teléfono no tenga red.',
    restricted_help: 'WhatsApp limita este número. Envía menos hasta que termine la restricción.',
    silent_help:
      'Está conectado, pero lleva en silencio más tiempo de lo normal. Comprueba que el teléfono está encendido.',
    since: 'Desde',
    reason: 'Motivo',
    proxy: 'Servidor proxy',
    pace: 'Ritmo de chats nuevos',
    pace_default: 'Como está definido para la instalación',
    pace_gentle: 'Moderado',
    pace_off: 'Sin límite',
    last_heard: 'Última señal',
    never: 'Nunca',
    worker: 'Proceso',
  },
} satisfies CatalogueIn<'es', typeof english>;
