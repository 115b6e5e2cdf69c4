import { AccountSection, type SectionProps } from './account-section.tsx'

export function SignInsSection(_props: SectionProps) {
  return <AccountSection title="Linked sign-ins">{null}</AccountSection>
}
