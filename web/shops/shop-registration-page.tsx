import { Page } from '../layout/page.tsx'

export function ShopRegistrationPage() {
  return <Page title="Auto Shop Registration" />
}
