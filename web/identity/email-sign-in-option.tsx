import { useState } from 'react'
import { Mail } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { pendingCodeStore } from './email-code-store.ts'

/** In a chunk of its own: most people sign in another way. */
const ContinueWithEmail = lazyComponent(
  async () => (await import('./continue-with-email.tsx')).ContinueWithEmail,
  null,
)

type EmailSignInOptionProps = { email: string; onEmailChange: (email: string) => void }

/**
 * The button that opens the sign-in with a mailed code in its place. It is open from the start while a code
 * is on its way.
 */
export function EmailSignInOption({ email, onEmailChange }: EmailSignInOptionProps) {
  const [hasCode] = useState(() => pendingCodeStore.read() !== null)
  const [isOpen, setOpen] = useState(hasCode)
  const prepare = () => void ContinueWithEmail.preload()
  if (isOpen)
    return (
      <section aria-label="Continue with email" className="rounded-control border border-line p-4">
        <ContinueWithEmail email={email} onEmailChange={onEmailChange} takesFocus={!hasCode} />
      </section>
    )
  return (
    <Button
      variant="secondary"
      className="w-full"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setOpen(true)}
    >
      <Mail className="size-5" aria-hidden="true" />
      Continue with email
    </Button>
  )
}
