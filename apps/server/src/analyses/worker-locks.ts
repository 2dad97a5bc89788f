/** First half of the advisory locks by which workers show that they live. */
export const WORKER_LOCKS = 7_310;
