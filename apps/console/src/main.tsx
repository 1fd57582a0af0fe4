import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { warmFormats } from './i18n/language-context.tsx';
import { loadChunk } from './i18n/load-texts.ts';
import { App } from './shell/app.tsx';
import { router } from './shell/router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');
const render = (): void =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
// One render of the screen with its content is cheaper than one without, and one more for each answer.
// The strings of the frame arrive beside the scripts of the screen. Without them the page would still say what it can.
void Promise.allSettled([router.load(), loadChunk('shell')]).then(render);
setTimeout(warmFormats);
