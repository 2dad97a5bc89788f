import { z } from 'zod';

/** 8–72 characters (argon2's input is cut by nothing below that), a letter and a digit. */
export const passwordSchema = z
  .string()
  .min(8, '密码至少 8 位')
  .max(72, '密码最多 72 位')
  .regex(/[A-Za-z]/, '密码里要有字母')
  .regex(/\d/, '密码里要有数字');

export const registerSchema = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('邮箱地址的写法不对')),
  password: passwordSchema,
  username: z.string().trim().min(1).max(40).optional(),
  invite_code: z.string().trim().max(32).optional(),
});
export type RegisterRequest = z.input<typeof registerSchema>;

export const loginSchema = z.object({
  username: z.string().trim().min(1, '请填写邮箱或用户名').max(254),
  password: z.string().min(1, '请填写密码').max(200),
});
export type LoginRequest = z.input<typeof loginSchema>;

export const tokenSchema = z.object({ access_token: z.string() });
export type TokenResponse = z.infer<typeof tokenSchema>;

export const USER_TYPES = ['new', 'trial', 'pay'] as const;
export type UserType = (typeof USER_TYPES)[number];

export const userInfoSchema = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  user_type: z.enum(USER_TYPES),
  points: z.number(),
  expired_at: z.string().nullable(),
  has_used_trial_card: z.boolean(),
  email_verified: z.boolean(),
});
export type UserInfo = z.infer<typeof userInfoSchema>;

export const wsTokenSchema = z.object({ ws_token: z.string() });
