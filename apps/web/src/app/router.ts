import { createBrowserRouter } from 'react-router';
import { loginPath } from '../accounts/guard.ts';
import { signedIn } from '../accounts/session.ts';
import { routes } from './routes.tsx';

// Where the guard would lead anyway; but by then the router would have loaded the code of Home for a visitor who cannot see it.
if (!signedIn() && ['/', '/home'].includes(location.pathname)) history.replaceState(null, '', loginPath('/home'));

export const router = createBrowserRouter(routes);
