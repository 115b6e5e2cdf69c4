import { useMainHeading } from '../layout/page.tsx'

export function ResetPasswordPage() {
  const heading = useMainHeading('New password')
  return (
    <h1 ref={heading} tabIndex={-1} className="mx-auto px-4 py-16 text-3xl font-semibold">
      New password
    </h1>
  )
}
