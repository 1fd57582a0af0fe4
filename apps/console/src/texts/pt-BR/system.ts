import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/system.ts';

export default {
  system: {
    title: 'Sistema',
    apps: 'Apps dos provedores',
    apps_lead:
      'Informe as duas URLs ao provedor: a que ele chama e aquela para a qual a janela de autorização retorna.',
    app: 'App',
    meta: 'Meta',
    tiktok: 'TikTok',
    configured: 'Configurado',
    missing: 'Não configurado',
    addresses: 'URLs',
    last_message: 'Última mensagem',
    last_refused: 'Última recusada',
    versions: 'Versões',
    parley: 'Parley',
    node: 'Node.js',
    postgresql: 'PostgreSQL',
    migration: 'Esquema do banco de dados',
    workers: 'Workers em execução',
    workers_rule:
      'As versões são as do worker que responde. Só são listados os workers que buscam trabalho por conta própria: os gateways e os serviços accounts, files, inbound, inbox e send nunca o fazem; por isso funcionam sem aparecer aqui.',
    service: 'Serviço',
    state: 'Status',
    worker: 'Worker',
    since: 'Desde',
  },
} satisfies CatalogueIn<'pt-BR', typeof english>;
