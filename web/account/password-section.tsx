import { AccountSection, type SectionProps } from './account-section.tsx'

export function PasswordSection(_props: SectionProps) {
  return <AccountSection title="Password">{null}</AccountSection>
}
