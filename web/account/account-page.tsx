import { useEffect, useState } from 'react'
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '../../contract/identity/account.ts'
import { call } from '../api/client.ts'
import { createQueryClient } from '../appointments/queries.ts'
import { refreshSession } from '../identity/session.ts'
import { Page } from '../layout/page.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { startAt } from '../ui/move-focus.ts'
import { SectionList } from '../ui/section-list.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { sectionId } from './account-section.tsx'
import { DataSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SignInsSection } from './sign-ins-section.tsx'
import { isOtherUser } from './use-account-change.ts'

const queryKey = ['account']

/** The user's own account. Each section changes one thing and passes the updated account up. */
export function AccountPage() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Page title="Your account" width="wide">
        <div className="grid items-start gap-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
          <SectionList sections={sections} />
          <Sections />
        </div>
      </Page>
    </QueryClientProvider>
  )
}

const sections = [
  'Profile',
  'Email',
  'Password',
  'Linked sign-ins',
  'Second factor',
  'Passkeys',
  'Sessions',
  'Your data',
].map((name) => ({ id: sectionId(name), name }))

function Sections() {
  const queryClient = useQueryClient()
  const {
    data: account,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('identity.findAccount', { signal }),
  })
  const isThere = account !== undefined
  useEffect(() => {
    // The section that the address names did not exist yet when the page opened.
    if (isThere && window.location.hash.length > 1)
      startAt(document.getElementById(window.location.hash.slice(1)))
  }, [isThere])
  if (!account) {
    if (!error) return <Loading />
    return <ErrorState message={error.message} retrying={isFetching} onRetry={() => void refetch()} />
  }
  const onChange = (newer: Account) => {
    queryClient.setQueryData(queryKey, newer)
    // The header and the other pages read the user from the session.
    if (isOtherUser(account, newer)) void refreshSession()
  }
  const section = { account, onChange }
  return (
    <div className="grid min-w-0 gap-6">
      <ProfileSection {...section} />
      <EmailSection {...section} />
      <PasswordSection {...section} />
      <SignInsSection {...section} />
      <SecondFactorSection {...section} />
      <PasskeysSection {...section} />
      <SessionsSection {...section} />
      <DataSection {...section} />
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-6">
      <output className="sr-only">Loading your account...</output>
      {['h-80', 'h-40', 'h-64'].map((height) => (
        <Skeleton key={height} className={`rounded-card ${height}`} />
      ))}
    </div>
  )
}
