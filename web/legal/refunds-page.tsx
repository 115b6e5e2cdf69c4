import { LegalPage } from './legal-page.tsx'
import { refundsText } from './refunds-text.ts'

export function RefundsPage() {
  return <LegalPage text={refundsText} />
}
