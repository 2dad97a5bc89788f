import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { addColours } from './app/colour-scheme.ts';
import { ComponentsConfig } from './app/components-config.tsx';
import { queryClient } from './app/query-client.ts';
import { router } from './app/router.ts';
import { keepPressesSteady } from './app/steady-press.ts';
import { startCleanup } from './live/task-store.ts';
import './app/global.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
addColours();
startCleanup();
keepPressesSteady(document);
createRoot(root).render(
  <StrictMode>
    <ComponentsConfig>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </ComponentsConfig>
  </StrictMode>,
);
