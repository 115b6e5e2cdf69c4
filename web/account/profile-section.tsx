import { AccountSection, type SectionProps } from './account-section.tsx'

export function ProfileSection(_props: SectionProps) {
  return <AccountSection title="Profile">{null}</AccountSection>
}
