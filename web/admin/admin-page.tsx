import { Page } from '../layout/page.tsx'

export function AdminPage() {
  return <Page title="Appointment Management" width="wide" />
}
