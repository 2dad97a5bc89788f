import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { queryClient } from './api/query-client.ts';
import { router } from './app/router.ts';
import { keepPressesSteady } from './app/steady-press.ts';
import { addColours } from './base/look/colour-scheme.ts';
import { ComponentsConfig } from './base/look/components-config.tsx';
import { startCleanup } from './live/task-store.ts';
import './base/look/global.css';

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
