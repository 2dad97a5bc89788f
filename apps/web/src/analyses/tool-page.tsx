export { default } from '../tool-page/tool-page.tsx';
