import { useEffect } from 'react'
import { KeyRound } from 'lucide-react'
import { CallError } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import {
  knowsPasskeys,
  loadPasskeyClient,
  signInWithPasskey,
  stopAskingForPasskey,
} from './passkey-ceremony.ts'
import { finishSignIn } from './finish-sign-in.ts'

type PasskeyButtonProps = {
  /** Shows the sentence above the form; null takes it away. */
  onError: (sentence: string | null) => void
}

/** Signs in with a passkey. Hidden where the browser does not support them. */
export function PasskeyButton({ onError }: PasskeyButtonProps) {
  const { busy, run } = useSingleFlight()
  useEffect(() => () => void stopAskingForPasskey().catch(() => undefined), [])
  if (!knowsPasskeys()) return null

  const prepare = () => void loadPasskeyClient().catch(() => undefined)
  const press = async () => {
    onError(null)
    try {
      if (await signInWithPasskey())
        await finishSignIn({ title: 'Login successful', description: 'Welcome back!' })
    } catch (error) {
      const sentence = error instanceof CallError ? error.message : 'Login failed'
      onError(sentence)
      toast({ title: 'Login failed', description: sentence, variant: 'destructive' })
    }
  }
  return (
    <Button
      variant="secondary"
      className="w-full"
      busy={busy}
      busyText="Waiting for your passkey..."
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void run(press)}
    >
      <KeyRound className="size-5" aria-hidden="true" />
      Sign in with a passkey
    </Button>
  )
}
