import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/canned-replies.ts';

export default {
  cannedReplies: {
    title: 'Respuestas rápidas',
    empty: 'Aún no hay respuestas rápidas',
    empty_lead: 'Prepara las respuestas que das a menudo. En la bandeja de entrada, / inserta una.',
    create: 'Crear respuesta rápida',
    name: 'Título',
    text: 'Texto',
    text_hint: '{fields} se rellenan al insertarla.',
    refused: 'Solo puede tener los campos {fields}.',
    changed: 'Modificación',
    edit: 'Editar',
    remove: 'Eliminar',
    actions: 'Acciones de {name}',
    remove_title: '¿Eliminar “{name}”?',
    remove_lead: 'Los mensajes que se enviaron con ella se quedan como están.',
    search: 'Buscar',
    nothing: 'Ninguna respuesta rápida coincide',
    nothing_lead: 'Busca otras palabras.',
  },
} satisfies CatalogueIn<'es', typeof english>;
