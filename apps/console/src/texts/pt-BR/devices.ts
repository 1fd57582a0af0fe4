import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/devices.ts';

export default {
  devices: {
    title: 'Celulares vinculados',
    search: 'Buscar por locatário, nome ou número',
    all: 'Todos os celulares vinculados',
    empty: 'Nenhum celular vinculado',
    empty_lead: 'Um locatário vincula um celular em Canais.',
    no_match: 'Nenhum celular encontrado',
    no_match_lead: 'Nenhum locatário, nome ou número contém este texto.',
    gone: 'Este celular não está mais vinculado ou não deve ser conectado.',
    device: 'Celular',
    tenant: 'Locatário',
    state: 'Status',
    healthy: 'Saudável',
    offline: 'Offline',
    restricted: 'Restrito',
    silent: 'Em silêncio',
    offline_help:
      'O Parley continua tentando reconectar. Se ele permanecer offline, talvez o próprio celular esteja sem rede.',
    restricted_help: 'O WhatsApp limita este número. Envie menos até a restrição acabar.',
    silent_help: 'Está conectado, mas em silêncio por mais tempo que o normal. Verifique se o celular está ligado.',
    since: 'Desde',
    reason: 'Motivo',
    proxy: 'Servidor proxy',
    pace: 'Ritmo de conversas novas',
    pace_default: 'Como definido para a instalação',
    pace_gentle: 'Moderado',
    pace_off: 'Sem limite',
    last_heard: 'Último contato',
    never: 'Nunca',
    worker: 'Worker',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
