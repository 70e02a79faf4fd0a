import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import '../ui/fonts/fonts.css';
import '../ui/styles-public.ts';
import './layouts/first-frame.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { textsReady } from '../lib/i18n.ts';
import { followPower } from '../lib/power.ts';
import { restoreSession } from '../lib/session.ts';
import { App } from './App.tsx';
import { askAhead } from './ask-ahead.ts';
import { queryClient, router } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
await Promise.all([restoreSession().then(() => askAhead(router, queryClient)), textsReady]);
followPower();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
