import { useMainHeading } from '../layout/page.tsx'

export function SocialReturnPage() {
  const heading = useMainHeading('Signing in')
  return (
    <h1 ref={heading} tabIndex={-1} className="mx-auto px-4 py-16 text-3xl font-semibold">
      Signing in
    </h1>
  )
}
