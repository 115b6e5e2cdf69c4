import { AccountSection, type SectionProps } from './account-section.tsx'

export function EmailSection(_props: SectionProps) {
  return <AccountSection title="Email">{null}</AccountSection>
}
