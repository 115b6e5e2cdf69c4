import { AccountSection, type SectionProps } from './account-section.tsx'

export function SessionsSection(_props: SectionProps) {
  return <AccountSection title="Sessions">{null}</AccountSection>
}
