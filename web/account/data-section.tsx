import { AccountSection, type SectionProps } from './account-section.tsx'

export function DataSection(_props: SectionProps) {
  return <AccountSection title="Your data">{null}</AccountSection>
}
