import type { Context } from '../context.ts'

type Recipient = { id: string; email: string; name: string }

/** Queues the mail whose link sets a new password. */
export async function mailPasswordReset(_context: Context, _user: Recipient, _token: string): Promise<void> {}

/** Queues the mail whose link proves the address. */
export async function mailEmailProof(_context: Context, _user: Recipient, _token: string): Promise<void> {}

/** After a new password was set with a mailed link. */
export async function onPasswordReset(_context: Context, _user: Recipient): Promise<void> {}

/** After an address was proven. */
export async function onEmailProof(_context: Context, _user: Recipient): Promise<void> {}
