export { plotOf } from './align.ts';
export * from './caption.ts';
export * from './layout.ts';
export * from './look.ts';
export * from './picture.tsx';
export * from './places.ts';
