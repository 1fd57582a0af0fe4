import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/teams.ts';

export default {
  teams: {
    title: 'Equipos',
    empty: 'Aún no hay equipos',
    empty_lead: 'Las conversaciones se pueden asignar a un equipo de miembros, y a uno de ellos por turno.',
    create: 'Crear equipo',
    edit: 'Editar equipo',
    name: 'Nombre',
    members: 'Miembros',
    by_turns: 'Asignar conversaciones por turno',
    turns: 'Por turno',
    on: 'Activado',
    off: 'Desactivado',
    edit_action: 'Editar',
    delete_action: 'Eliminar',
    delete_title: '¿Eliminar el equipo {name}?',
    delete_lead:
      'Sus conversaciones conservan a quien las tiene asignadas. Las vistas guardadas que filtran por él no encuentran nada.',
    actions: 'Acciones de {name}',
    count: { one: '{count} miembro', many: '{count} miembros', other: '{count} miembros' },
  },
} satisfies CatalogueIn<'es', typeof english>;
