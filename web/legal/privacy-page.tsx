import { LegalPage } from './legal-page.tsx'
import { privacyText } from './privacy-text.ts'

export function PrivacyPage() {
  return <LegalPage text={privacyText} />
}
