import { CallError } from '../api/client.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'

/**
 * Shows an error as a toast, with a link to the account page when a second factor is missing. After the end
 * of a session, or a change of account, it does nothing: the page is replaced by itself.
 */
export function showErrorToast(error: unknown, sentence: string): void {
  const code = error instanceof CallError ? error.code : null
  if (code === 'not_signed_in' || code === 'other_account') return
  toast({
    title: 'Error',
    description: sentence,
    variant: 'destructive',
    ...(code === 'second_factor_required' && {
      link: { href: paths.secondFactorSetup, label: 'Set it up' },
    }),
  })
}
