import type { CatalogueIn } from '../../i18n/catalogue.ts';
import type english from '../en/sign-in.ts';

export default {
  signIn: {
    title: 'Iniciar sesión',
    session_ended: 'Tu sesión terminó. Inicia sesión para volver a esta página; lo que escribiste se conserva.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    code: 'Código',
    code_hint: 'Seis dígitos de tu app de autenticación o un código de recuperación.',
    sign_in: 'Iniciar sesión',
    single_sign_on: 'Inicio de sesión único',
    as_operator: 'Iniciar sesión como operador',
    admin_token: 'Token de administración',
    admin_token_hint: 'Abre una sesión y no se queda en el navegador.',
    forgotten: '¿Olvidaste tu contraseña?',
    send_link: 'Enviarme un enlace',
    link_sent: 'Si hay una cuenta con este correo, un mensaje con un enlace va en camino. Es válido durante una hora.',
    back: 'Volver al inicio de sesión',
    with_link: 'Iniciar sesión con tu enlace',
    with_link_lead: 'Este enlace funciona una sola vez.',
    join: 'Unirse a {workspace}',
    join_lead: 'Recibiste la invitación como {email}.',
    deployment: 'la instalación',
    open_invitation: 'Abrir la invitación',
    name: 'Tu nombre',
    new_password: 'Contraseña nueva',
    accept: 'Unirse',
    join_known: 'Ya tienes una cuenta con este correo. Su contraseña sirve también para este espacio de trabajo.',
    join_own:
      'Iniciaste sesión con este correo. Puedes cambiar de un espacio de trabajo a otro en el menú del espacio de trabajo.',
    join_as: 'Unirse como {name}',
    set_password: 'Establecer contraseña',
    password_set: 'Contraseña cambiada. Se cerraron todas las sesiones de esta cuenta.',
    no_link: 'Esta dirección está incompleta. Abre el enlace completo del correo.',
  },
  singleSignOn: {
    title: 'Inicio de sesión único',
    workspace: 'Espacio de trabajo',
    workspace_hint:
      'El nombre de tu espacio de trabajo en las direcciones, por ejemplo, noor-bakery. Los propietarios lo conocen.',
    go: 'Ir a tu página de inicio de sesión',
    entering: 'Iniciando sesión…',
    cancelled: 'La página de inicio de sesión de tu espacio de trabajo no te dejó entrar.',
    incomplete: 'Esta dirección está incompleta. Empieza de nuevo.',
    former_redirect_url:
      'Esta dirección ya no se usa para iniciar sesión. Pide a un propietario que la sustituya en el proveedor por la URL de redirección de la configuración.',
    again: 'Volver al inicio de sesión',
    unknown_link: 'Este inicio de sesión ya se usó, caducó o empezó en otro navegador. Empieza de nuevo.',
    unknown_single_sign_on:
      'Este espacio de trabajo no tiene inicio de sesión único. Revisa su nombre o inicia sesión con tu contraseña.',
    single_sign_on_failed:
      'La página de inicio de sesión de tu espacio de trabajo no funciona en este momento. Inténtalo de nuevo o avisa a un propietario.',
    single_sign_on_refused:
      'Tu cuenta allí no pertenece a ningún miembro de este espacio de trabajo. Pide a un propietario que te invite.',
  },
} satisfies CatalogueIn<'es', typeof english>;
