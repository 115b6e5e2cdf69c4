import { Button } from '../ui/button.tsx'

const providers = ['Google', 'Facebook']

/** The ways in that belong to others. None is set up on a server yet, and pressing one says so. */
export function SocialButtons({ onError }: { onError: (sentence: string) => void }) {
  return (
    <div className="grid gap-3">
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          onClick={() =>
            onError(
              `${provider} sign-in is not set up on this server yet. Please use your email and password.`,
            )
          }
        >
          Sign in with {provider}
        </Button>
      ))}
    </div>
  )
}
