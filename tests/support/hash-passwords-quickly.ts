import { hashPasswordsQuickly } from './quick-passwords.ts'

hashPasswordsQuickly()
