import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/number-settings.ts';

export default {
  username: {
    title: 'Nombre de usuario en WhatsApp',
    lead: 'Las personas encuentran el número por este nombre y ven el nombre en lugar del número.',
    field: 'Nombre de usuario',
    hint: 'Al menos 3 caracteres: de la a a la z, del 0 al 9, punto y guion bajo, con al menos una letra. No puede empezar por www.',
    suggestions: 'WhatsApp sugiere: {names}',
    move: 'Quitárselo a otro número de esta empresa',
    save: 'Reservar nombre de usuario',
    current: '{name} está en uso ahora.',
    current_reserved: '{name} está reservado y las personas aún no lo ven.',
    none: 'El número no tiene nombre de usuario.',
    remove: 'Eliminar nombre de usuario',
    remove_lead: 'Las personas ya no encuentran el número por este nombre, y otra empresa puede quedárselo.',
  },
  calls: {
    title: 'Llamadas al número',
    lead: 'Las llamadas suenan donde el número está registrado para ellas y llegan a los webhooks. Las personas ven un cambio en un plazo de siete días.',
    is_on: 'Las personas pueden llamar al número',
    is_icon_shown: 'Mostrar el botón de llamada en los chats',
    asks_permission: 'Preguntar a quien llama si se le puede devolver la llamada',
    has_hours: 'Solo en este horario',
    holidays: {
      one: '{count} día con horario propio se queda como está.',
      many: '{count} de días con horario propio se quedan como están.',
      other: '{count} días con horario propio se quedan como están.',
    },
  },
} satisfies CatalogueIn<'es', typeof english>;
