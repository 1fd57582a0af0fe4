import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/comments.ts';

export default {
  comments: {
    title: 'Comentarios',
    platform: 'Plataforma',
    fb: 'Facebook',
    ig: 'Instagram',
    tt: 'TikTok',
    empty: 'Aún no hay comentarios',
    empty_lead: 'Aquí aparecen los comentarios de las publicaciones de tus páginas y cuentas conectadas.',
    post: 'Publicación',
    open_post: 'Abrir la publicación en Facebook',
    all_posts: 'Comentarios de todas las publicaciones',
    hidden: 'Nombre oculto',
    replied: 'Respondido',
    in_reply: 'en respuesta a otro comentario',
    own: 'Tu cuenta',
    removed: 'Este comentario se eliminó o se ocultó.',
    edited: 'editado',
    image: 'Abrir imagen',
    video: 'Abrir video',
    direct: 'Abrir la conversación privada',
    answer: 'Responder',
    publicly: 'Respuesta pública',
    publicly_hint: 'La ven todos debajo del comentario. Es gratis.',
    privately: 'Mensaje privado',
    privately_hint:
      'Opcional: un mensaje solo para esta persona, al precio de un mensaje. Uno por comentario, en un plazo de 7 días.',
    publish: 'Publicar',
    published: 'Respuesta publicada.',
    sent: 'Mensaje privado enviado.',
    not_sent: 'La respuesta se publicó, pero el mensaje privado falló:',
    open: 'Abrir la conversación',
    older: 'Comentarios anteriores',
    newest: 'Comentarios más recientes',
  },
} satisfies CatalogueIn<'es', typeof english>;
