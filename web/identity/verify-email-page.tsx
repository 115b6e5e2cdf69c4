import { useMainHeading } from '../layout/page.tsx'

export function VerifyEmailPage() {
  const heading = useMainHeading('Confirm your email')
  return (
    <h1 ref={heading} tabIndex={-1} className="mx-auto px-4 py-16 text-3xl font-semibold">
      Confirm your email
    </h1>
  )
}
