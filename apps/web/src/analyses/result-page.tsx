export { default } from '../result-page/result-page.tsx';
