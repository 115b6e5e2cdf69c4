import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { FitmentAnswers } from '../../contract/fitment/resolve-fitment.ts'
import { call, CallError } from '../api/client.ts'
import type { CheckedVehicle } from '../fitment/fitment-check.ts'
import { ConfirmEmailNotice } from '../identity/confirm-email-notice.tsx'
import { visitReturnStore } from '../identity/return-url.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { visitor } from './draft-store.ts'
import { ReviewPhotos } from './review-photos.tsx'

type ActivationRequestProps = {
  owner: string
  vehicle: CheckedVehicle
  productId: number
  answers: FitmentAnswers
  ruleVersion: number
}

const packageStep = paths.bookingStep('package')

/** Asks a shop whether the car only needs its own CarPlay switched on, which is no purchase. */
export function ActivationRequest({ owner, ...asked }: ActivationRequestProps) {
  const { busy, run } = useSingleFlight()
  const [state, setState] = useState<'open' | { reviewId: string } | CallError>('open')
  if (state !== 'open' && 'reviewId' in state)
    return (
      <>
        <Alert tone="good">We asked the shop. It answers by email. A photo of your car’s menu helps.</Alert>
        <ReviewPhotos reviewId={state.reviewId} photoCount={0} isAsked={false} />
      </>
    )

  const send = async () => {
    setState('open')
    try {
      const { id } = await call('fitment.requestReview', { body: requestOf(asked) })
      setState({ reviewId: id })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setState(error)
    }
  }
  // The answer goes to a proven address, so a visitor needs an account first.
  const press = () => {
    if (owner !== visitor) return void run(send)
    visitReturnStore.write(packageStep)
    navigate(paths.createAccount)
  }
  return (
    <>
      {state !== 'open' &&
        (state.code === 'email_not_proven' ? (
          <ConfirmEmailNotice
            sentence={state.message}
            next="Tap Ask the Shop again."
            returnTo={packageStep}
          />
        ) : (
          <Alert tone="bad">{state.message}</Alert>
        ))}
      <p className="text-ui text-muted">The shop checks it before you pay anything.</p>
      <Button variant="secondary" className="w-full" busy={busy} onClick={press}>
        Ask the Shop
      </Button>
    </>
  )
}

function requestOf({ vehicle, productId, answers, ruleVersion }: Omit<ActivationRequestProps, 'owner'>) {
  const { year, make, model, vin } = vehicle
  return {
    vehicleInfo: { year: Number(year), make, model, ...(vin !== '' && { vin }) },
    productId,
    fitment: { answers, acceptedConditions: [], ruleVersion },
  }
}
