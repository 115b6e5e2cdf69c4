import { useQueryClient } from '@tanstack/react-query'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { formatCents } from '../../contract/money.ts'
import { yourCard } from '../../contract/payments/card-brand.ts'
import { chargeWords } from '../../contract/payments/charge-words.ts'
import { consentButtons } from '../../contract/payments/consent.ts'
import { parseWallTime } from '../../contract/time.ts'
import { call } from '../api/client.ts'
import { heldCentsOf } from '../payments/held-amount.ts'
import { lateFeeOf } from './late-fee.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { NewCard } from './card-form.tsx'
import type { CardRequestSender } from './confirm-card.ts'
import { EditPanel } from './edit-panel.tsx'
import { useCardConfirmation } from './use-card-confirmation.ts'

type ChangeCardProps = { appointment: CustomerAppointment; onClose: () => void }

/** Replaces the card of a coming appointment, also while its hold is good. */
export function ChangeCard({ appointment, onClose }: ChangeCardProps) {
  const queries = useQueryClient()
  const { id, price, hold, appointmentDate } = appointment
  const request: CardRequestSender = {
    send: ({ paymentMethodId = '', ...attempt }) =>
      call('appointments.replaceCard', {
        params: { id },
        body: { paymentMethodId, amount: price, ...attempt },
      }),
    button: consentButtons.replacement,
    unchanged: 'Your earlier card stays',
  }
  const confirming = useCardConfirmation(request, async (outcome) => {
    await queries.invalidateQueries({ queryKey: ['appointments'] })
    toast(
      outcome.kind === 'held'
        ? {
            title: 'Card replaced',
            description:
              heldCentsOf(hold) === null
                ? 'The hold is on your new card.'
                : 'The hold on your earlier card is released.',
          }
        : { title: 'Card not replaced', description: outcome.sentence, variant: 'destructive' },
    )
    onClose()
  })
  // After an unknown outcome the new card may be held already.
  const leave = () => {
    if (confirming.problem !== null) void queries.invalidateQueries({ queryKey: ['appointments'] })
    onClose()
  }
  const priceCents = Math.round(price * 100)
  const amount = formatCents(priceCents)
  return (
    <EditPanel title="Change Card">
      <div className="grid max-w-xl gap-5">
        <p className="text-ui">
          {heldCentsOf(hold) === null
            ? `We hold ${amount} on the new card now.`
            : `We hold ${amount} on the new card first, then release the hold on ${yourCard(hold.card)}.`}{' '}
          {appointment.cancelFee === null && appointment.dayPrice === undefined
            ? 'No charge until the work is done.'
            : chargeWords({
                priceCents,
                toPay: appointment.dayPrice,
                feeCents: appointment.cancelFee?.feeCents,
              })}
        </p>
        <NewCard
          confirming={confirming}
          priceCents={priceCents}
          purpose="replacement"
          lateFee={lateFeeOf(appointment)}
          day={parseWallTime(appointmentDate)?.day ?? null}
          other={
            <Button variant="secondary" size="large" disabled={confirming.busy} onClick={leave}>
              Keep my card
            </Button>
          }
        />
      </div>
    </EditPanel>
  )
}
