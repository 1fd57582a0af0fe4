import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/labels.ts';

export default {
  labels: {
    title: 'Etiquetas',
    empty: 'Aún no hay etiquetas',
    empty_lead: 'Las etiquetas ordenan las conversaciones por tema, por urgencia o por cliente.',
    create: 'Crear etiqueta',
    edit: 'Editar etiqueta',
    name: 'Título',
    color: 'Color',
    edit_action: 'Editar',
    delete_action: 'Eliminar',
    delete_title: '¿Eliminar la etiqueta {title}?',
    delete_lead: 'Se quita de todas las conversaciones. Las vistas guardadas que filtran por ella no encuentran nada.',
    actions: 'Acciones de {title}',
    gray: 'Gris',
    red: 'Rojo',
    orange: 'Naranja',
    yellow: 'Amarillo',
    green: 'Verde',
    teal: 'Verde azulado',
    blue: 'Azul',
    purple: 'Morado',
    pink: 'Rosa',
  },
} satisfies CatalogueIn<'es', typeof english>;
