/** The vocabulary of declarations: what several tools say alike. The mechanism that reads declarations does not import it. */
export * from './cox-screen.ts';
export * from './forest-model.ts';
export * from './gene-survival.ts';
export * from './group-comparison.ts';
export * from './immune.ts';
export * from './inputs.ts';
export * from './lasso-model.ts';
export * from './markers.ts';
export * from './model-terms.ts';
export * from './over-representation.ts';
export * from './plotted-matrix.ts';
export * from './public-cohort.ts';
export * from './risk-model.ts';
export * from './survival-matrix.ts';
export * from './survival-outcome.ts';
export * from './term-plots.ts';
export * from './two-groups.ts';
