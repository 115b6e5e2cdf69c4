import { CallError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'

/**
 * Shows an error as a toast, with a link to the account page when a second factor is missing. After the end
 * of a session it does nothing: the login screen appears by itself.
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
