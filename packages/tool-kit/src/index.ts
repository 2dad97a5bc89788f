export * from './checks.ts';
export * from './complete.ts';
export * from './define-tool.ts';
export * from './format.ts';
export * from './json-schema.ts';
export * from './parameters.ts';
export * from './style.ts';
export * from './template.ts';
