import * as z from 'zod/mini'

export const roles = ['customer', 'shop', 'administrator'] as const
export type Role = (typeof roles)[number]

export const user = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  image: z.nullable(z.string()),
  role: z.enum(roles),
})
export type User = z.infer<typeof user>

const email = z
  .string('Please enter your email')
  .check(z.trim(), z.maxLength(254, 'That email is too long'), z.email('Please enter a valid email address'))

export const signUp = z.strictObject({
  name: z
    .string('Please enter your name')
    .check(z.trim(), z.minLength(1, 'Please enter your name'), z.maxLength(120)),
  email,
  password: z.string('Please enter a password'),
})

export const signIn = z.strictObject({
  email,
  password: z
    .string('Please enter your password')
    .check(z.minLength(1, 'Please enter your password'), z.maxLength(1024)),
})

export const passwordPolicy = z.object({
  minLength: z.int(),
  maxLength: z.int(),
  sentences: z.array(z.string()),
})
export type PasswordPolicy = z.infer<typeof passwordPolicy>
