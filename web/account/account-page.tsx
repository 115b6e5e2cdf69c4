import { useState } from 'react'
import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '../../contract/identity/account.ts'
import { call } from '../api/client.ts'
import { createQueryClient } from '../appointments/queries.ts'
import { PageLoading } from '../layout/guard.tsx'
import { useMainHeading } from '../layout/page.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { DataSection } from './data-section.tsx'
import { EmailSection } from './email-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SignInsSection } from './sign-ins-section.tsx'

const queryKey = ['account']

/** The own account. Each section changes one thing and hands the newer account back. */
export function AccountPage() {
  const [queryClient] = useState(createQueryClient)
  const heading = useMainHeading('Your account')
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto w-full max-w-2xl px-4 py-10 sm:px-6 sm:py-14">
        <h1 ref={heading} tabIndex={-1} className="mb-8 text-3xl font-semibold sm:text-4xl">
          Your account
        </h1>
        <Sections />
      </div>
    </QueryClientProvider>
  )
}

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
  if (!account) {
    if (!error) return <PageLoading />
    return <ErrorState message={error.message} retrying={isFetching} onRetry={() => void refetch()} />
  }
  const section = { account, onChange: (newer: Account) => queryClient.setQueryData(queryKey, newer) }
  return (
    <div className="grid gap-6">
      <ProfileSection {...section} />
      <EmailSection {...section} />
      <PasswordSection {...section} />
      <SignInsSection {...section} />
      <SecondFactorSection {...section} />
      <SessionsSection {...section} />
      <DataSection {...section} />
    </div>
  )
}
