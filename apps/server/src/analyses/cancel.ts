/** Channel on which an analysis' id asks the worker that runs it to stop. */
export const CANCEL_CHANNEL = 'cancel_analysis';
