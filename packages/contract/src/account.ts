import { z } from 'zod';
import { ledgerRowSchema } from './billing.ts';
import { AVATAR_MAX, PASSWORD_MAX, PASSWORD_MIN, USER_TYPES } from './constants.ts';

/** 8–72 characters of any kind (argon2's input is cut by nothing below that). Whether it is a common one, `weakness` of `password.ts` tells. */
const passwordSchema = z.string().min(PASSWORD_MIN, `密码至少 ${PASSWORD_MIN} 位`).max(PASSWORD_MAX, `密码最多 ${PASSWORD_MAX} 位`);

/** Marks that nobody sees, or that turn what follows: with them a name looks like another, or tears a line of a mail or a log. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
/** What programs turn into a link: an address of a page or of a mailbox. */
const ADDRESS =
  /[@/\\]|www\.|[a-z0-9-]\.(?:com|cn|net|org|top|xyz|vip|shop|site|info|cc|io|app|link|club|online|edu|gov|me|co|tk)(?![a-z0-9])/i;

/** A line that a user writes; `what` names it. */
export const ownLine = (max: number, what: string) =>
  z
    .string()
    .trim()
    .max(max, `${what}最多 ${max} 个字`)
    .refine((text) => !HIDDEN.test(text), `${what}里有看不见的字符（如换行），请删去后再保存。`);

/** Does a text hold what programs turn into a link? Forms of a letter that look alike count as that letter. */
export const holdsAddress = (text: string): boolean => ADDRESS.test(text.normalize('NFKC'));

/** The name under which others may see a user. An @ would be read as an address at login. */
const userNameSchema = ownLine(40, '用户名')
  .min(1, '用户名不能为空')
  .refine((name) => !holdsAddress(name), '用户名里不能有网址、邮箱和 @ / \\。登录时可以直接用邮箱。');

export const registerSchema = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('邮箱地址的写法不对')),
  password: passwordSchema,
  username: userNameSchema.optional(),
  invite_code: z.string().trim().max(32).optional(),
  /** Version of the terms that the form showed and the user agreed to. */
  terms_version: z.string().max(20).optional(),
});
export type RegisterRequest = z.input<typeof registerSchema>;

export const loginSchema = z.object({
  username: z.string().trim().min(1, '请填写邮箱或用户名').max(254),
  password: z.string().min(1, '请填写密码').max(200),
});
export type LoginRequest = z.input<typeof loginSchema>;

export const tokenSchema = z.object({ access_token: z.string() });
export type TokenResponse = z.infer<typeof tokenSchema>;

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

export const messageSchema = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof messageSchema>;

const mailedToken = z.string().trim().min(1, '链接不完整，请重新打开邮件里的链接').max(200);
const address = z.string().trim().toLowerCase().max(254).pipe(z.email('邮箱地址的写法不对'));

export const emailSchema = z.object({ email: address });
export const mailedTokenSchema = z.object({ token: mailedToken });
export const resetPasswordSchema = z.object({ token: mailedToken, new_password: passwordSchema });
export const validSchema = z.object({ valid: z.boolean() });
export const changePasswordSchema = z.object({
  old_password: z.string().min(1, '请填写现在的密码').max(200),
  new_password: passwordSchema,
});
export const confirmPasswordSchema = z.object({ password: z.string().min(1, '请填写密码').max(200) });

/** What a user may change of the profile; null empties a field. The avatar is a small picture as a data URL. */
export const profileUpdateSchema = z.object({
  username: userNameSchema.optional(),
  institution: ownLine(100, '单位').nullable().optional(),
  research_field: ownLine(100, '研究方向').nullable().optional(),
  avatar: z
    .string()
    .max(AVATAR_MAX, '头像太大，请选小一些的图片')
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, '头像只支持 PNG、JPEG 或 WebP 图片')
    .nullable()
    .optional(),
});
export type ProfileUpdate = z.input<typeof profileUpdateSchema>;

/** What takes a user's space: files as uploaded, what the platform reads of them, results, figures and documents, uploads that go on. */
export const STORAGE_KINDS = ['files', 'forms', 'results', 'drawings', 'uploading'] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];

export const profileSchema = userInfoSchema.extend({
  institution: z.string().nullable(),
  research_field: z.string().nullable(),
  created_at: z.string(),
  invite_code: z.string(),
  /** Bytes of everything that is stored for the user, each content once, and the same by kind. */
  storage_used: z.number(),
  storage_quota: z.number(),
  storage_kinds: z.record(z.enum(STORAGE_KINDS), z.number()),
  /** The last 20 changes of points, newest first. */
  ledger: z.array(ledgerRowSchema),
  /** When the account will be deleted, after its user asked for it. */
  deletion_at: z.string().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

/** A signed-in device. */
const sessionSchema = z.object({
  id: z.string(),
  /** Browser and system in words, such as “Chrome · Windows”. */
  device: z.string(),
  /** A telephone or a tablet. */
  handheld: z.boolean(),
  address: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export const sessionListSchema = z.object({ results: z.array(sessionSchema) });
export type SessionInfo = z.infer<typeof sessionSchema>;

export const referralSchema = z.object({
  invite_code: z.string(),
  link: z.string(),
  /** Points for each side once the invited address is verified. */
  reward_points: z.number(),
  invited: z.array(z.object({ email: z.string(), registered_at: z.string(), verified: z.boolean(), rewarded: z.boolean() })),
  rewards: z.object({ count: z.number(), points: z.number() }),
});
export type Referral = z.infer<typeof referralSchema>;

export const deletionSchema = z.object({ message: z.string(), deletion_at: z.string().nullable() });
export type Deletion = z.infer<typeof deletionSchema>;
