import { CallError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'

/**
 * Tells in a notice that something failed, with the way to the account page where a second factor is what was missing. A session that
 * ended in the middle is told by the login screen, which comes up by itself.
 */
export function showErrorToast(error: unknown, sentence: string): void {
  const code = error instanceof CallError ? error.code : null
  if (code === 'not_signed_in') return
  toast({
    title: 'Error',
    description: sentence,
    variant: 'destructive',
    ...(code === 'second_factor_required' && {
      link: { href: paths.secondFactorSetup, label: 'Set it up' },
    }),
  })
}
