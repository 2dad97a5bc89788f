import type { UserType } from '@oncoloom/contract';

/** Of a tool that new users cannot run on their own data; stands wherever the tool is offered. */
export const NEEDS_PLAN = '需要订阅';

/** May a user run it? The example is free for all. @param userType Undefined while nobody knows. */
export const lacksPlan = ({ premium }: { premium: boolean }, userType: UserType | undefined): boolean => premium && userType === 'new';
