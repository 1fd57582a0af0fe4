import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/system.ts';

export default {
  system: {
    title: 'Sistema',
    apps: 'Apps de los proveedores',
    apps_lead: 'Introduce ambas direcciones en el proveedor: la que él llama y aquella a la que vuelve su diálogo.',
    app: 'App',
    meta: 'Meta',
    tiktok: 'TikTok',
    configured: 'Configurada',
    missing: 'Sin configurar',
    addresses: 'Direcciones',
    last_message: 'Último mensaje',
    last_refused: 'Último rechazo',
    versions: 'Versiones',
    parley: 'Parley',
    node: 'Node.js',
    postgresql: 'PostgreSQL',
    migration: 'Esquema de la base de datos',
    workers: 'Procesos en ejecución',
    workers_rule:
      'Las versiones son las del proceso que responde. Solo aparecen los procesos que toman trabajo por su cuenta: los gateways y los servicios accounts, files, inbound, inbox y send no lo hacen, así que se ejecutan sin aparecer aquí.',
    service: 'Servicio',
    state: 'Estado',
    worker: 'Proceso',
    since: 'Desde',
  },
} satisfies CatalogueIn<'es', typeof english>;
