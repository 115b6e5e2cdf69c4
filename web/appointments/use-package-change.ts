import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { formatCents } from '../../contract/money.ts'
import { withExtras } from '../fitment/fitment-words.ts'
import { refreshSession } from '../identity/session.ts'
import { confirmHold } from '../payments/confirm-hold.ts'
import { agreementOn, type PackageAgreement } from './package-agreement.ts'
import { requestPackage, type AskedPackage, type PackageOutcome } from './request-package.ts'

/** The selected package, and its effect on the appointment at the time of selection. */
export type WantedPackage = AskedPackage & { agreement: PackageAgreement }

/**
 * A change of package from selection to reply. `phase`: `asking` for agreement, `sending`, or `bank` while
 * the bank's own page is open, which nothing may cover.
 */
export function usePackageChange(appointment: CustomerAppointment, onChanged: (name: string) => void) {
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<WantedPackage | null>(null)
  const [phase, setPhase] = useState<'asking' | 'sending' | 'bank'>('asking')
  const [notice, setNotice] = useState<{ tone: 'warn' | 'bad'; sentence: string } | null>(null)
  // State updates too late for the second click of a double click.
  const running = useRef(false)
  const isUnknown = useRef(false)

  const refreshList = () => queries.invalidateQueries({ queryKey: ['appointments'] })

  const choose = (listed: InstallationPackage, accepted: AskedPackage['accepted']) => {
    const offered = accepted ? withExtras(listed, accepted.fitment) : listed
    setNotice(null)
    setWanted({
      offered,
      agreement: agreementOn(appointment, offered, accepted?.fitment.verdict ?? null),
      accepted,
    })
  }

  const leave = () => {
    if (running.current) return
    setWanted(null)
    // The list shows the outcome of a change whose reply was lost.
    if (isUnknown.current) void refreshList()
    isUnknown.current = false
  }

  const askAgain = async ({ offered: { id }, accepted }: WantedPackage, sentence: string) => {
    await queries.refetchQueries({ queryKey: ['packages'] })
    const now = queries.getQueryData<InstallationPackage[]>(['packages'])?.find((each) => each.id === id)
    if (!now) return setNotice({ tone: 'bad', sentence })
    choose(now, accepted)
    const priceCents = now.priceCents + (accepted?.fitment.extraCents ?? 0)
    setNotice({
      tone: 'warn',
      sentence: `The price has changed. ${now.name} is now ${formatCents(priceCents)}.`,
    })
  }

  const settle = async (outcome: PackageOutcome, wanted: WantedPackage) => {
    isUnknown.current = outcome.kind === 'unknown'
    switch (outcome.kind) {
      case 'changed':
        await refreshList()
        setWanted(null)
        return onChanged(wanted.offered.name)
      case 'price':
        return askAgain(wanted, outcome.sentence)
      case 'signed-out':
        return refreshSession()
      case 'refused':
        if (outcome.isGone) void refreshList()
        return setNotice({ tone: 'bad', sentence: outcome.sentence })
      case 'unknown':
        return setNotice({ tone: 'bad', sentence: outcome.sentence })
    }
  }

  const agree = async () => {
    if (!wanted || running.current) return
    running.current = true
    setPhase('sending')
    setNotice(null)
    try {
      const outcome = await requestPackage(appointment.id, wanted, async (secret) => {
        setPhase('bank')
        const problem = await confirmHold(secret)
        setPhase('sending')
        return problem
      })
      await settle(outcome, wanted)
    } finally {
      running.current = false
      setPhase('asking')
    }
  }

  return { wanted, phase, notice, choose, leave, agree }
}
