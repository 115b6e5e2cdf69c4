import { AccountSection, type SectionProps } from './account-section.tsx'

export function SecondFactorSection(_props: SectionProps) {
  return <AccountSection title="Second factor">{null}</AccountSection>
}
